"""Frequent words of the languages in Latin letters, by which a text is taken for one of them."""

from typing import Final

FREQUENT: Final = {
    "en": """
        a the of to and in is it you that he was for on are with as i his they be at one have this
        from or had by not but what all were we when your can said there use an each which she do
        how their if will up about out many then them these so some her would make like him into has
        look two more go see no way could my than who did been its down where am me our us does
        should because any anything something meeting tell show find since last ago next
          before after between during every later back until
    """,
    "de": """
        vom beim ins
        der die das und ist ich du er sie es wir ihr nicht ein eine einen einem einer zu mit auf für
        von im am an den dem des was wie wo wer wann warum habe hast hat haben bin sind war waren
        wurde über nach bei aus auch als noch nur mir mich dir dich uns mein meine dein unser welche
        welcher alle gesagt gemacht gegessen zum zur kann wird hatte gibt wollte sollte
        besprochen passiert gekauft vor seit letzte letzten letztes vorige nächste woche während
        zwischen bis komme würde um oder werde zurück weg ihm ihn
    """,
    "fr": """
        le la les de des du et est je tu il elle nous vous ils un une que qui quoi où quand comment
        pourquoi dans pour par sur avec sans ce cette ces mon ma mes ton ta tes son sa ses au aux en
        ne pas plus ai as a avons avez ont été était fait dit parlé décidé mangé quel quelle quels
        quelles qu on se d l notre votre leur suis es sommes moi toi lui si ou mais donc
        allé allés vu acheté passé rencontré dernier dernière depuis avant après entre pendant sorti
        serai reviendrai cet année serais dehors
    """,
    "es": """
        el la los las de del y es yo tú él ella nosotros un una que qué quién cómo cuándo dónde por
        para con sin en al se me te le lo nos mi mis tu tus su sus no sí más muy he has ha hemos han
        fue era hice hizo dije dijo comí fui pasó hablamos decidimos sobre este esta eso cuál cuáles
        a o pero como desde hasta entre está estoy fuimos compré llamada cita reunión vimos hay
        quedamos notas viaje hace dos tres antes después atrás volveré estaré iré pasado
        pasada última último cada así esa ese viernes
    """,
    "pt": """
        o a os as de do da dos das e é eu você ele ela nós um uma que quem como quando onde por para
        com sem em no na nos nas ao à se me te lhe meu minha meus seu sua não sim mais muito foi era
        fiz fez disse comi fui falamos decidimos sobre este esta isso qual quais mas desde até entre
        está estou fomos comprei reunião vimos há ligação viagem aconteceu pelo pela falei foram
        vocês daqui atrás deste desta neste nesta fora estarei voltarei antes depois passado passada
        numa num duas dois três tarefa às aos eles
    """,
    "it": """
        il lo la i gli le di del della dei delle degli e è io tu lui lei noi un una uno che chi cosa
        come quando dove perché per con senza in nel nella al alla mi ti si ci vi mio mia tuo tua
        suo sua non sì più molto ho hai ha abbiamo avete hanno fu era sono fatto detto parlato
        deciso mangiato su questo questa quale quali ma da dal dalla sta sto siamo andati visto
        comprato incontrato successo riunione viaggio fa scorso scorsa prima dopo tra fra sarò
        tornerò fuori partirò dello allo negli nello ogni anche tutto dagli
    """,
    "nl": """
        de het een en ik je jij hij zij ze wij we jullie niet met op voor van in aan den der te dat
        die dit wat wie waar wanneer waarom hoe heb hebt heeft hebben ben bent is zijn was waren
        werd over naar bij uit ook als nog maar mij mijn jouw ons onze welke alle gezegd gedaan
        gegeten gekocht besproken gebeurd vergadering ging gingen had terug weg zal ga geleden
        vorige afgelopen sinds tot tussen deze alles na gaan kan daar er
    """,
}
"""For each language, words parted by spaces: little ones, and those of which questions are full."""
