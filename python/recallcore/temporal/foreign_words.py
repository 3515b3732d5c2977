"""Words by which dates of further languages are noticed; reading them is left to dateparser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignWords:
    """What a date needs besides numbers in one language.

    Attributes:
        months: Full names of months, as they stand beside a day or a year; parted by spaces, as all of these.
        units: Days, weeks, months and years as they are counted.
        ago: What makes a counted unit a distance into the past.
        fillers: What may stand between the others.
    """

    months: str
    units: str
    ago: str
    fillers: str = ""


FOREIGN: Final = {
    "ar": ForeignWords(
        months="يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
        units="يوم أيام أسبوع أسابيع شهر أشهر سنة سنوات",
        ago="منذ قبل",
    ),
    "bg": ForeignWords(
        months="януари февруари март април май юни юли август септември октомври ноември декември",
        units="ден дни седмица седмици месец месеца месеци година години",
        ago="преди",
        fillers="г",
    ),
    "ca": ForeignWords(
        months="gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
        units="dia dies setmana setmanes mes mesos any anys",
        ago="fa",
        fillers="de del d",
    ),
    "cs": ForeignWords(
        months="""
            leden ledna lednu únor února únoru březen března březnu duben dubna dubnu květen května
            květnu červen června červnu červenec července červenci srpen srpna srpnu září říjen října
            říjnu listopad listopadu prosinec prosince prosinci
        """,
        units="dnem dny dní týdnem týdny měsícem měsíci rokem roky lety",
        ago="před",
    ),
    "da": ForeignWords(
        months="januar februar marts april maj juni juli august september oktober november december",
        units="dag dage uge uger måned måneder år",
        ago="siden",
        fillers="for",
    ),
    "el": ForeignWords(
        months="""
            ιανουαρίου ιανουάριος φεβρουαρίου φεβρουάριος μαρτίου μάρτιος απριλίου απρίλιος μαΐου μάιος
            ιουνίου ιούνιος ιουλίου ιούλιος αυγούστου αύγουστος σεπτεμβρίου σεπτέμβριος οκτωβρίου
            οκτώβριος νοεμβρίου νοέμβριος δεκεμβρίου δεκέμβριος
        """,
        units="ημέρα ημέρες μέρες εβδομάδα εβδομάδες μήνα μήνες χρόνια έτη",
        ago="πριν",
        fillers="από",
    ),
    "fi": ForeignWords(
        months="""
            tammikuu tammikuuta tammikuussa helmikuu helmikuuta helmikuussa maaliskuu maaliskuuta
            maaliskuussa huhtikuu huhtikuuta huhtikuussa toukokuu toukokuuta toukokuussa kesäkuu
            kesäkuuta kesäkuussa heinäkuu heinäkuuta heinäkuussa elokuu elokuuta elokuussa syyskuu
            syyskuuta syyskuussa lokakuu lokakuuta lokakuussa marraskuu marraskuuta marraskuussa
            joulukuu joulukuuta joulukuussa
        """,
        units="päivä päivää viikko viikkoa kuukausi kuukautta vuosi vuotta",
        ago="sitten",
    ),
    "he": ForeignWords(
        months="""
            ינואר בינואר פברואר בפברואר מרץ במרץ אפריל באפריל מאי במאי יוני ביוני יולי ביולי אוגוסט
            באוגוסט ספטמבר בספטמבר אוקטובר באוקטובר נובמבר בנובמבר דצמבר בדצמבר
        """,
        units="יום ימים שבוע שבועות חודש חודשים שנה שנים",
        ago="לפני",
    ),
    "hi": ForeignWords(
        months="जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्तूबर अक्टूबर नवंबर दिसंबर",
        units="दिन सप्ताह महीना महीने वर्ष साल",
        ago="पहले",
    ),
    "hr": ForeignWords(
        months="""
            siječanj siječnja siječnju veljača veljače veljači ožujak ožujka ožujku travanj travnja
            travnju svibanj svibnja svibnju lipanj lipnja lipnju srpanj srpnja srpnju kolovoz kolovoza
            kolovozu rujan rujna rujnu listopad listopada listopadu studeni studenoga studenom prosinac
            prosinca prosincu
        """,
        units="dan dana tjedan tjedna tjedana mjesec mjeseca mjeseci godinu godine godina",
        ago="prije",
    ),
    "hu": ForeignWords(
        months="""
            január február március április május június július augusztus szeptember október november
            december
        """,
        units="nappal héttel hónappal évvel",
        ago="ezelőtt",
    ),
    "id": ForeignWords(
        months="januari februari maret april mei juni juli agustus september oktober november desember",
        units="hari minggu bulan tahun",
        ago="lalu",
        fillers="yang",
    ),
    "nb": ForeignWords(
        months="januar februar mars april mai juni juli august september oktober november desember",
        units="dag dager uke uker måned måneder år",
        ago="siden",
        fillers="for",
    ),
    "pl": ForeignWords(
        months="""
            styczeń stycznia styczniu luty lutego lutym marzec marca marcu kwiecień kwietnia kwietniu
            maj maja maju czerwiec czerwca czerwcu lipiec lipca lipcu sierpień sierpnia sierpniu
            wrzesień września wrześniu październik października październiku listopad listopada
            listopadzie grudzień grudnia grudniu
        """,
        units="dzień dni tydzień tygodnie tygodni miesiąc miesiące miesięcy rok lata lat",
        ago="temu",
        fillers="roku r",
    ),
    "ro": ForeignWords(
        months="""
            ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie
            decembrie
        """,
        units="zi zile săptămână săptămâni lună luni an ani",
        ago="acum urmă",
        fillers="în",
    ),
    "ru": ForeignWords(
        months="""
            январь января январе февраль февраля феврале март марта марте апрель апреля апреле май мая
            мае июнь июня июне июль июля июле август августа августе сентябрь сентября сентябре октябрь
            октября октябре ноябрь ноября ноябре декабрь декабря декабре
        """,
        units="день дня дней неделю недели недель месяц месяца месяцев год года лет",
        ago="назад",
        fillers="г году",
    ),
    "sk": ForeignWords(
        months="""
            január januára januári február februára marec marca apríl apríla máj mája jún júna júl júla
            august augusta september septembra október októbra november novembra december decembra
        """,
        units="dňom dňami týždňom týždňami mesiacom mesiacmi rokom rokmi",
        ago="pred",
    ),
    "sv": ForeignWords(
        months="januari februari mars april maj juni juli augusti september oktober november december",
        units="dag dagar vecka veckor månad månader år",
        ago="sedan",
        fillers="för",
    ),
    "tr": ForeignWords(
        months="ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
        units="gün hafta ay yıl sene",
        ago="önce",
    ),
    "uk": ForeignWords(
        months="""
            січень січня січні лютий лютого лютому березень березня березні квітень квітня квітні
            травень травня травні червень червня червні липень липня липні серпень серпня серпні
            вересень вересня вересні жовтень жовтня жовтні листопад листопада листопаді грудень грудня
            грудні
        """,
        units="день дні днів тиждень тижні тижнів місяць місяці місяців рік роки років",
        ago="тому",
        fillers="року р",
    ),
    "vi": ForeignWords(
        months="tháng",
        units="ngày tuần tháng năm",
        ago="trước",
        fillers="ngày năm",
    ),
}
"""By ISO 639-1 code."""
