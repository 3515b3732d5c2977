"""Words that are capitalised without being names, English first; data, no logic."""

from __future__ import annotations

from typing import Final

from recallcore.entities.word_list import listed

TITLES: Final = frozenset(
    listed(
        """
        dr mr mrs ms mx prof professor sir madam st doctor captain officer judge president
        """
    )
)

NEVER_NAMES: Final = frozenset(
    listed(
        """
        i i'm i've i'd i'll i’m i’ve i’d i’ll january february march april may june july august
        september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday
        tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun am
        pm ok okay tv ps vs etc am/pm ii iii iv ad bc bce ce fyi asap btw lol omg none true false
        """
    )
)

# What stands before a colon at the head of a line without being a speaker.
LABELS: Final = frozenset(
    listed(
        """
        note notes user assistant system human todo fixme subject date summary update reminder
        warning error title time question answer context fact decision goal preference task issue
        bug support agent customer client bot
        """
    )
)

# Names that end like a verb form or an adverb.
NAMES_LIKE_VERBS: Final = frozenset(
    listed(
        """
        emily kelly molly billy holly sally italy beijing boeing alfred mohammed ahmed muhammed
        sterling beverly kimberly shelly nelly bowling wilfred winifred hamed reading harding
        fleming manning browning channing spotify ming jing xiaoping assembly grizzly clarence
        florence terence lawrence constance budapest everest bucharest clive olive provence clement
        trinity felicity charity france
        """
    )
)

# Words that are no name even where somebody capitalised them alone.
FUNCTION_WORDS: Final = frozenset(
    listed(
        """
        a an the this that these those some any each every either neither both all most many much
        more few several no none not nor and but or so yet for if unless until while when whenever
        where wherever whether though although because since as than then thus hence after before
        during about above across against along among around at behind below beneath beside besides
        between beyond by despite down except from in inside into like near of off on onto out
        outside over past per plus regarding through throughout to toward towards under underneath
        unlike up upon via with within without i you he she it we they me him her us them my your
        his its our their mine yours ours theirs myself yourself himself herself itself ourselves
        themselves who whom whose which what why how one two three four five six seven eight nine
        ten eleven twelve hundred thousand first second third last next another other others such
        same someone somebody something anyone anybody anything everyone everybody everything nobody
        nothing here there very too just even still again now
        """
    )
)

# French, Spanish, Portuguese, Italian, Dutch and German words that begin sentences.
_OTHER_STARTERS: Final = frozenset(
    listed(
        """
        je tu il elle on nous vous ils elles le la les un une des mon ma mes ton ta tes son sa ses notre
        votre leur ce cet cette ces est si quand comme pour dans avec sans chez mais où hier demain
        aujourd el los las una unos unas mi mis su sus yo tú él ella ellos nosotros este esta eso hoy ayer
        mañana cuando donde pero para con sin en por qué cómo o os as um uma meu minha eu você ele ela nós
        eles hoje ontem amanhã quando mas com sem não sim gli lo i io lui lei noi voi loro mio mia suo sua
        questo questa oggi ieri domani ma con senza che perché het een de ik jij je hij zij wij jullie mijn
        onze dit dat deze die maar met zonder voor vandaag gisteren morgen waar wanneer er ich du wir ihr
        sie es das der ein eine mein meine heute gestern wenn aber und oder nach vor bei mit am im wie was
        """
    )
)

# The words that sentences begin with, and everyday words that may stand there.
COMMON_WORDS: Final = (
    FUNCTION_WORDS
    | _OTHER_STARTERS
    | frozenset(
        listed(
            """
        sounds appreciate appreciated fingers buddy challenges pottery setbacks basketball visual regular
        events exams finals talk talks super yup gonna gotta
        wanna gotcha cheers enjoy enjoys guess woah whoa woohoo woo
        nah bet crazy wish wishes dance reminds hang oof yay phew yum ha hah hahaha oops ooh mm hm
        yea anytime heard means rate count ouch bummer kudos lemme kinda dang alright gather trust
        push chat care mind cute pretty tough precious classic cherish impressive positive mental
        mixed sound rock progress nature buddy tackle capture breath rest truly overall respect
        enough somewhat everywhere congrats confident jealous adorable unforgettable epic cozy brave
        be am is are was were been being do does did done doing have has had having can could will
        would shall should may might must ought need dare isn aren wasn weren don doesn didn haven
        hasn hadn can't won't wouldn shouldn couldn let lets get gets got getting go goes going gone
        went come comes came coming make makes made making take takes took taken taking give gives
        gave given giving see sees saw seen seeing look looks looked looking know knows knew known
        think thinks thought thinking say says said saying tell tells told telling ask asks asked
        asking want wants wanted wanting use uses used using find finds found finding try tries
        tried trying keep keeps kept keeping leave leaves left leaving put puts set sets run runs
        ran call calls called work works worked feel feels felt seem seems seemed show shows showed
        shown help helps helped start starts started begin begins began turn turns turned move moves
        moved play plays played live lives lived believe hold bring brings brought happen write
        writes wrote written provide sit stand lose lost pay paid meet meets met include includes
        included continue learn learned change changed changes lead understand watch watched follow
        followed stop stopped create created speak spoke read allow allowed add added spend spent
        grow grew open opened walk walked win won offer offered remember remind reminded love loves
        loved hate hates hated consider appear buy bought wait serve die send sends sent expect
        build built stay stayed fall fell cut reach kill remain suggest raise pass sell sold require
        required report decide decided pull return returned explain hope hoping develop carry break
        broke receive received agree support hit produce eat ate eats cover catch draw choose chose
        cause point listen plan plans planned join check checked prefer prefers preferred upgrade
        upgraded install rename renamed fix fixed fixes remove removed update updated deploy
        deployed merge merged ping email text message schedule book ship shipped test tests tested
        review reviewed close closed please thanks thank sorry hello hi hey bye goodbye welcome
        congratulations yes yeah yep nope no ok okay sure wow oh ah aw aww ugh hmm huh haha lol well
        right good great nice cool awesome amazing wonderful perfect fine bad sad happy glad excited
        proud beautiful lovely fantastic excellent interesting fun funny true false wrong maybe
        perhaps probably definitely absolutely certainly possibly actually basically honestly
        seriously literally really very quite rather almost just only even still already yet again
        also too instead however therefore moreover furthermore meanwhile otherwise anyway anyways
        besides finally eventually currently recently lately usually often sometimes always never
        rarely seldom once twice soon later now today tomorrow yesterday tonight ago early earlier
        late long short far away back forward together apart alone especially apparently obviously
        clearly hopefully luckily unfortunately fortunately sadly suddenly generally normally
        typically originally according due based speaking considering following regarding including
        new old young big small large little high low best better worst worse full empty free busy
        ready able unable hard easy difficult simple important special different same similar whole
        entire own main single double hot cold warm fresh clean dirty dark light bright loud quiet
        fast slow strong weak rich poor safe sick healthy tired hungry thirsty angry afraid scared
        worried nervous curious lucky careful serious real local public private ever time times day
        days week weeks month months year years morning afternoon evening night weekend weekday hour
        hours minute minutes moment date birthday holiday vacation summer winter spring autumn
        season man woman men women boy girl kid kids child children baby people person family
        families friend friends parent parents mother father brother sister son daughter husband
        wife uncle aunt cousin grandparents boss manager colleague colleagues coworker teacher
        student students doctor nurse lawyer neighbor neighbors guy guys team teams group company
        business office job jobs career meeting meetings project projects task tasks home house
        apartment room kitchen garden yard school college university class classes course church
        hospital shop store restaurant cafe park beach city town country street road place places
        area world life death food dinner lunch breakfast coffee tea water milk beer wine bread cake
        cookies fruit meat fish chicken rice car cars bike bus train plane flight trip trips travel
        traveling hiking camping swimming cooking painting dog dogs cat cats pet pets bird birds
        animal animals tree trees flower flowers sun moon rain snow weather money price cost bill
        bills bank rent tax taxes budget salary order orders payment refund invoice account phone
        computer laptop internet website app apps code data file files folder server servers
        database system software hardware version release branch commit error errors bug bugs issue
        issues ticket request response api query user users customer customers client clients admin
        password login emails music song songs movie movies film game games books story stories news
        art photo photos picture pictures video videos idea ideas question questions answer answers
        problem problems reason reasons result results thing things stuff way ways part parts kind
        kinds type types side end beginning middle top bottom number numbers name names word words
        line lines page pages list lists note notes letter letters messages example case fact facts
        points sense truth lesson chance choice decision dream dreams goal goals health body head
        face eye eyes hand hands heart blood pain medicine exercise yoga therapy sleep red blue
        green yellow black white brown pink purple orange gray grey gold silver total average half
        quarter quick extra memory memories state level process service value rule rules column
        columns table row field function method upon whoever whatever whichever nobody plenty lots
        tons bunch bit couple pair dozen hiring shopping reading writing dancing singing running
        walking working
        """
        )
    )
)
