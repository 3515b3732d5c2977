"""Sentences that a bank could hold, for fitting an embedder's thresholds; data, no logic.

Each topic has one English sentence and one in another language, mostly Korean. They are about the same thing
without being translations of each other. Pairs of different topics stand for random pairs of memories.
"""

from __future__ import annotations

from typing import Final

PROBES: Final[tuple[tuple[str, str], ...]] = (
    ("Hannah started a new job as a hardware engineer at Siemens.", "지훈이는 다음 달에 네이버로 이직한다."),
    ("The cat refuses to eat anything but salmon.", "강아지가 산책하다가 발을 다쳤다."),
    ("We flew to Lisbon for our anniversary.", "작년 여름에 제주도로 가족 여행을 갔다."),
    ("The user is allergic to peanuts and shellfish.", "민지는 우유를 마시면 배가 아프다."),
    ("Order A-20391 was refunded because it arrived broken.", "주문한 노트북이 파손되어 환불을 요청했다."),
    ("The nightly deploy failed with an out-of-memory error.", "새벽 배포 후에 서버가 멈춰서 되돌렸다."),
    ("Tom and Maria got married in a small church.", "사촌 언니의 결혼식이 토요일에 열린다."),
    ("She plays the cello in an amateur orchestra.", "수진이는 매주 피아노 학원에 다닌다."),
    ("He runs ten kilometres along the river before work.", "요즘 퇴근하고 수영장에서 운동을 한다."),
    ("Our landlord raised the rent by twelve percent.", "전세 계약이 끝나서 새집을 알아보고 있다."),
    ("I finished reading a novel about a lighthouse keeper.", "도서관에서 빌린 역사책이 아주 재미있었다."),
    ("The dentist said two wisdom teeth must come out.", "무릎 수술을 받고 재활 치료를 하는 중이다."),
    ("Please answer in short bullet points.", "사용자는 존댓말로 답해 주기를 원한다."),
    ("Grandma's apple pie needs six sour apples.", "김치찌개에는 묵은 김치를 넣어야 맛있다."),
    ("Our daughter takes her first steps this week.", "아들이 유치원에서 그림을 그려 왔다."),
    ("The exam on linear algebra is next Thursday.", "졸업 논문 심사가 다음 주로 미뤄졌다."),
    ("The car makes a grinding noise when it brakes.", "지하철이 고장 나서 회사에 늦었다."),
    ("Tomatoes on the balcony are finally turning red.", "화분에 물을 너무 많이 줘서 잎이 노래졌다."),
    ("He votes in every local election.", "시장 선거 토론회를 텔레비전으로 봤다."),
    ("It snowed so hard that the school was closed.", "장마 때문에 며칠째 비가 그치지 않는다."),
    ("The bank rejected her mortgage application.", "적금 만기가 되어 주식 계좌를 열었다."),
    ("Use tabs in this repository, not spaces.", "파이썬 코드는 타입 힌트를 꼭 붙인다."),
    ("The band sold out three nights in Chicago.", "콘서트 표를 구하지 못해서 아쉬웠다."),
    ("My father served in the navy for twenty years.", "할아버지는 젊을 때 광산에서 일하셨다."),
    ("The museum showed drawings by Rembrandt.", "미술관에서 사진전을 보고 엽서를 샀다."),
    ("She wants to quit smoking before spring.", "잠이 오지 않아서 커피를 끊기로 했다."),
    ("The plane was delayed four hours in Frankfurt.", "비행기 표를 바꾸려고 항공사에 전화했다."),
    ("The printer on the second floor is out of toner.", "회의실 프로젝터가 켜지지 않는다고 한다."),
    ("Our team lost the final on penalties.", "어제 야구 경기는 연장전까지 갔다."),
    ("They adopted a plan to cut the cloud bill in half.", "분기 예산을 절반으로 줄이기로 결정했다."),
    ("He proposed the theory that whales sing to navigate.", "천문학자가 새로운 소행성을 발견했다."),
    ("Her passport expires in eleven months.", "비자 서류를 대사관에 제출했다."),
    ("I repainted the kitchen in pale green.", "거실 소파를 중고로 팔았다."),
    ("The charity collects coats for the homeless.", "주말마다 보육원에서 봉사 활동을 한다."),
    ("She is afraid of flying and of spiders.", "발표할 때마다 손이 떨리고 긴장된다."),
    ("The wine from that valley tastes of cherries.", "퇴근길에 시원한 맥주 한 캔을 마셨다."),
    ("We are going to sue the contractor.", "변호사와 계약서 내용을 검토했다."),
    ("The new phone's camera is excellent in the dark.", "시계 배터리가 하루도 가지 않는다."),
    ("He learned Spanish from songs.", "Ich lerne seit zwei Jahren Japanisch."),
    ("The priest blessed the fishing boats.", "Ma tante chante dans la chorale de l'église."),
    ("The wedding dress needs to be shortened.", "新しい靴が少しきつくて足が痛い。"),
    ("The fire alarm went off during lunch.", "昨夜、近所で停電がありました。"),
    ("Chess club meets in the library on Wednesdays.", "他每天晚上和朋友下围棋。"),
    ("The vaccine made my arm sore for a day.", "医生说他的血压太高了。"),
    ("The bees survived the winter in the old orchard.", "Los pájaros hicieron un nido en el tejado."),
    ("I dreamt that I had missed the last train.", "Ho dimenticato l'ombrello sull'autobus."),
    ("The startup raised five million from two funds.", "A empresa abriu uma filial no Porto."),
    ("The quilt was sewn by my great-aunt.", "De klok van mijn opa loopt tien minuten achter."),
)
