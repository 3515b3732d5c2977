"""Korean words and endings that decide whether an eojeol holds a noun worth linking; data, no logic."""

from __future__ import annotations

from typing import Final

from recallcore.entities.word_list import listed

# Words that are no topic: pronouns, adverbs, interjections, time words, counters, nouns without content.
STOP_WORDS: Final = frozenset(
    listed(
        """
        나 너 저 우리 저희 너희 당신 자기 자신 본인 그 그녀 그들 이것 그것 저것 이거 그거 저거 여기
        거기 저기 누구 누가 무엇 뭐 무슨 어떤 어느 어디 언제 왜 어떻게 얼마 얼마나 몇 아무 아무도
        아무것 모두 모든 전부 전체 일부 대부분 각각 각자 서로 여러 이런 그런 저런 이렇게 그렇게
        저렇게 이번 저번 지난 지난번 다음 다음번 이전 이후 최근 요즘 요새 지금 현재 방금 아까 이제
        나중 먼저 우선 다시 또 또한 아직 아직도 이미 벌써 계속 항상 늘 언제나 자주 가끔 종종 때때로
        보통 원래 결국 드디어 마침내 갑자기 혹시 아마 아마도 정말 정말로 진짜 진짜로 매우 아주 너무
        무척 굉장히 상당히 꽤 더 덜 가장 제일 조금 좀 약간 많이 거의 훨씬 전혀 별로 절대 절대로 꼭
        반드시 그냥 그저 바로 곧 금방 빨리 천천히 일찍 늦게 같이 함께 혼자 따로 직접 스스로 물론
        역시 사실 특히 예를 그래서 그러나 그런데 그리고 그러면 그러니까 그래도 하지만 따라서 즉 또는
        및 혹은 왜냐하면 근데 안녕 네 예 응 아니 아니요 아니오 글쎄 와 아 오 음 어 감사 고마워 미안
        죄송 축하 제발 부디 어서 오늘 내일 모레 어제 그제 그저께 매일 매주 매달 매년 올해 작년 내년
        재작년 이번주 지난주 다음주 이달 지난달 다음달 금년 아침 점심 저녁 새벽 오전 오후 한밤 밤낮
        하루 이틀 사흘 나흘 주말 평일 휴일 월요일 화요일 수요일 목요일 금요일 토요일 일요일 일월
        이월 삼월 사월 오월 유월 칠월 팔월 구월 시월 십일월 십이월 봄날 지난봄 지난여름 지난가을
        지난겨울 여름 가을 겨울 부터 까지 에서 처럼 이어 이라 이와 이날 이들 이외 이처럼 이로써
        이른바 이후로 없이 달리 널리 한편 다만 단지 내가 제가 네가 연이어 무렵 훗날 당초 역대
        마찬가지 과정 활동 영향 논란 상태 자리 공식 모습 역할 동시 기록 방식 계획 책임 중심 기존
        초기 출신 시절 주장 상대 관심 계기 의견 의미 평가 대상 행위 시기 차이 목표 입장 형태 노력
        도움 변화 기간 사태 목적 바탕 결정 발언 기준 시작 초반 조건 요소 행동 내부 외부 위치 종류
        진행 차례 직후 직전 규모 다수 소수 준비 과거 미래 수준 특징 방향 인물 움직임 예정 도중 후반
        초 측면 반응 요구 이유 원인 표현 정보 존재 기능 사용 이용 성공 실패 해결 확인 설명 소개 제공
        추가 포함 제외 발생 증가 감소 유지 시간 시각 분간 초간 동안 순간 당시 이때 그때 평소 당일
        전날 다음날 며칠 며칠간 오래 오랫동안 한동안 처음 마지막 끝 하나 둘 셋 넷 다섯 여섯 일곱
        여덟 아홉 열 스물 서른 마흔 한두 두세 서너 첫째 둘째 셋째 한번 두번 세번 여러번 개월 주일
        주간 년간 개년 가지 번째 마리 정도 이상 이하 미만 초과 가량 만큼 뿐 대로 채 중 등 등등 것 거
        수 줄 데 바 때 곳 점 일 말 뜻 적 터 쪽 측 편 건 분 명 살 번 개 원 만원 천원 사람 사람들 생각
        경우 부분 방법 내용 상황 결과 문제 관련 관계 필요 가능 중요 때문 덕분 대신 대해 대한 위해
        위한 통해 의해 따라 따른 대하여 위하여 통하여 관하여 관해 근처 주변 가운데 사이 앞 뒤 옆 위
        아래 안 밖 속 겉 위쪽 아래쪽 오른쪽 왼쪽 이쪽 그쪽 저쪽 반대 중간 최대 최소 최고 최악 완전
        최초 일단 아무튼 어쨌든 하여튼 만약 만일 비록 설마 과연 도대체 대체 오히려 차라리 겨우 고작
        무려 각 매 본 해당 새 헌 옛 온 갖은 다른 같은 이러한 그러한 저러한 모양 이야기 얘기 누군가
        무언가 언젠가 어딘가 뭔가 다들 당연 제대로 그대로 마음대로 새로 실제 실제로 서서히 점점 더욱
        더욱이 게다가 심지어 특별 개인 적당 대충 대략 거기서 여기서 어디서 자체 나머지 그동안 그만
        이만 저만 그다지 그만큼 이만큼 얼른 잠깐 잠시 잠시만 한참 내내 밤새 종일 하루종일 날마다
        해마다
        """
    )
)

# Whatever begins so has no noun in it, whatever ends it takes.
STOP_HEADS: Final = listed("때문 그렇 이렇 저렇 어떻 그러 이러 왜냐")

# Syllables that end a two-syllable eojeol only as its particle, the listed nouns apart.
ALWAYS_PARTICLES: Final = frozenset("에를는을은로의")

# Vowels at which nouns end that take 다 for 이다.
COPULA_AFTER: Final = frozenset("사자수어너터트스")

# One-syllable nouns that name a thing; every other single syllable is more often something else.
SHORT_NOUNS: Final = frozenset(
    listed(
        """
        강 개 곰 공 귀 귤 껌 꽃 꿀 꿈 끈 눈 달 닭 돈 땅 떡 목 물 발 밥 방 배 뱀 벽 별 병 봄 북 붓 비
        빚 빵 뼈 산 섬 손 쇼 술 숲 쌀 암 앱 약 옷 웹 입 잼 절 쥐 집 차 책 총 춤 침 칼 캠 컵 코 콩 탈
        탑 팀 펜 폰 피 햄 활
        """
    )
)

# Of those, the ones that are something else without a particle: 약 30명, 총 5개.
NEEDS_PARTICLE: Final = frozenset("약총달절배차공개눈별탈활북침")

# Nouns that end like a noun with a particle, or like a verb form; they are left whole.
WHOLE_NOUNS: Final = frozenset(
    listed(
        """
        고양이 강아지 어린이 호랑이 원숭이 거북이 달팽이 쌍둥이 종이 아이 오이 놀이 길이 높이 깊이
        넓이 떡볶이 목걸이 귀걸이 옷걸이 곰팡이 지팡이 젊은이 늙은이 물고기 제주도 울릉도 강화도
        거제도 완도 독도 경기도 강원도 충청도 전라도 경상도 전라남도 전라북도 경상남도 경상북도
        충청남도 충청북도 평안도 함경도 황해도 난이도 만족도 신뢰도 완성도 정확도 인지도 선호도
        해상도 지도 속도 온도 습도 농도 밀도 각도 태도 제도 포도 파도 한도 고도 휴가 평가 작가 국가
        물가 요가 화가 전문가 소설가 사업가 음악가 정치가 대가 추가 허가 증가 아가 마을 가을 노을
        거울 서울 겨울 불만 대만 비만 낭만 오만 도로 피로 진로 미로 종로 위로 항로 경로 수로 통로
        바로크 사과 결과 효과 치과 학과 내과 외과 안과 피부과 정형외과 산부인과 소아과 이비인후과
        정신과 교과 성과 기와 하나 바나나 회의 주의 강의 예의 동의 논의 합의 정의 유의 문의 민주주의
        자본주의 창의 보고 광고 창고 사고 신고 경고 금고 재고 원고 참고 냉장고 중고 보고서 계약서
        신청서 이력서 설명서 증명서 영수증 경찰서 소방서 부서 독서 질서 비서 순서 문서 도서 용서
        정서 유서 라면 화면 냉면 측면 표면 장면 가면 국면 도면 쫄면 컵라면 가게 무게 집게 동네 노래
        모래 미래 빨래 고래 어머니 할머니 주머니 언니 아주머니 시어머니 외할머니 고려 배려 염려 우려
        컬러 달러 테러 언어 단어 영어 국어 상어 연어 문어 장어 붕어 악어 한국어 일본어 중국어 독일어
        프랑스어 스페인어 러시아어 외국어 모국어 이탈리아어 아랍어 베트남어 태국어 라틴어 치아 유아
        육아 아버지 할아버지 외할아버지 시아버지 편지 휴지 바지 잡지 돼지 반지 공지 금지 단지 먼지
        엄지 벽지 경지 유지 정지 방지 폐지 청바지 반바지 이미지 메시지 페이지 패키지 소시지 브리지
        북한 남한 권한 제한 기한 무한 역할 행운 기운 재난 비난 가난 고난 장난 확인 할인 애인 부인
        주인 디자인 라인 온라인 오프라인 와인 카페인 코인 비트코인 체인 블록체인 도메인 메인 캠페인
        노인 시인 연예인 직장인 외국인 한국인 미국인 중국인 일본인 체온 기온 그린 스크린 마린 크린
        대화 필요 수요 가요 동요 소요 개요 다리 머리 소리 요리 유리 우유 두유 여유 이유식 자유 소유
        경유 석유 여자 남자 과자 의자 피자 모자 상자 감자 환자 기자 투자 사용자 개발자 관리자 담당자
        소비자 노동자 기술자 과학자 가족 군대 침대 무대 시대 세대 대학 바다 캐나다 판다 소다 사다리
        순두부 두부 은우 지은 하은 다은 가은 정은 혜은 예은 시은 나은 채은 고은 성은 소은 주은 재은
        영은 하늘 오늘날 얼굴 비밀 생일 과일 파일 메일 이메일 스타일 모바일 타일 시설 소설 전설 해설
        연설 건물 선물 동물 식물 음식물 약물 채널 터널 패널 호텔 모델 레벨 라벨 개발 출발 신발 양말
        주말농장 거실 교실 사실혼 사무실 화장실 회의실 병실 연구실 응급실 지하철 교통 미술 예술 기술
        수술 마술 진술 저술 예술가 콘서트 아들 며느리 버들 이들 비누 나누기 친구 가구 식구 지구 연구
        도구 야구 농구 축구 탁구 배구 당구 기구 욕구 요구 안경 환경 풍경 배경 사진 사원
        """
    )
)

# Adnominal and other verb stems that stand before 는, and would pass for nouns.
VERB_STEMS: Final = frozenset(
    listed(
        """
        마시 다니 만드 걸리 느끼 보내 기다리 만나 모르 부르 고르 배우 싸우 키우 지내 보이 들리 생기
        남기 움직이 줄이 돌아가 나가 나오 들어오 들어가 올라가 내려가 올리 내리 가지 지키 바꾸 꿈꾸
        나누 멈추 맞추 갖추 지우 피우 태우 외우 세우 채우 비우 깨우 일어나 끝나 나타나 떠나 빛나
        자라 바라 놀라 팔리 열리 풀리 밀리 잡히 막히 밝히 맡기 즐기 이기 숨기 옮기 던지 마치 고치
        다치 지나치 미치 넘치 그치 드리 때리 빌리 알리 돌리 살리 늘리 틀리 어울리 흐르 오르 누르
        따르 서두르 모이 쌓이 쓰이 놓이 섞이 가꾸 다루 미루 이루 치르 잠그 담그 모으 아프 고프 바쁘
        기쁘 슬프 나쁘 예쁘 그러 이러 저러 어쩌 그렇 이렇 원하 말하 중이 걷 찾아가 찾아오 다녀오
        이끄 불리 달리 이어지 알려지 만들어지 커지 늦추 챙기 견디 벌이 펼치 겪 맺 잃 얻 찾 갖 닫 받
        주어지 데려가 데려오 가져가 가져오 지나가 잘하 못하 좋아하 싫어하 사 자 가 오 보 주 쓰 타 하
        되 있 없 않 같 많 적 좋 싫 먹 입 살 알 놀 걸 열 풀 팔 믿 읽 듣 앉 서 눕 웃 울 키 크 작 높 낮
        넓 좁 길 짧
        """
    )
)

# Particles and forms of the copula, by what must stand before them: anything, a final consonant, none, none
# or ㄹ.
PARTICLES_AFTER_ANYTHING: Final = frozenset(
    listed(
        """
        에서부터 에서는 에서도 에서만 에게는 에게도 에게서 한테는 한테도 한테서 께서는 께서도 까지는
        까지도 부터는 보다는 보다도 이지만 입니다 만으로 마저도 조차도 이므로 에서 에게 한테 께서
        부터 까지 처럼 보다 이며 이고 이자 이다 인데 에는 에도 에만 만은 만큼 마다 밖에 조차 마저
        커녕 만이 만을 의 에 께 도 만 씨 님
        """
    )
)
PARTICLES_AFTER_CONSONANT: Final = frozenset(
    listed(
        """
        으로부터 이었습니다 이었어요 이었는데 이라면 으로는 으로도 으로만 이라는 이라고 이라서
        이라도 이에요 이었다 이었고 이랑은 이니까 으로 이랑 이나 이야 과의 과는 과도 이든 은 이 을
        과
        """
    )
)
PARTICLES_AFTER_VOWEL: Final = frozenset(
    listed(
        """
        였습니다 였어요 였는데 랑은 예요 였다 였고 라는 라고 라서 라도 와의 와는 와도 든지 는 가 를
        와 랑 야
        """
    )
)
PARTICLES_AFTER_VOWEL_OR_R: Final = frozenset(listed("로부터 로는 로도 로만 로서 로써 로"))

# Particles that verbs take too, in other forms; what stands before them is looked at once more.
WEAK_PARTICLES: Final = frozenset(
    listed(
        """
        가 과 까지 는 도 든지 라고 라는 라도 라서 로 만 부터 야 에 은 을 이 이고 이나 이다 이며 이자
        이지만 인데
        """
    )
)

# Ends of verbs and adjectives; a bare eojeol that ends so is no noun.
VERB_ENDINGS: Final = listed(
    """
        니다 니까 세요 어요 아요 해요 여요 에요 네요 군요 대요 래요 까요 죠 지요 데요 가요 나요 지만
        는데 은데 면서 으면 하면 되면 려면 다면 라면서 도록 든지 거나 거든 다가 자마자 는지 은지
        을지 인지 려고 라고 다고 냐고 자고 하자 하지 되지 기로 으며 하며 되며 하니 으니 되니 보니
        하게 되게 스럽게 롭게 하여 되어 해서 어서 아서 여서 져서 워서 려서 와서 가서 돼서 라서 해야
        어야 아야 여야 해도 어도 아도 여도 해 돼 줘 봐 둬 춰 워 져 려 쳐 켜 겨 셔 펴 며 히 는 던 된
        쁜 른 떤 런 든 킨 뀐 낸 쓴 려진 어진 아진 여진 해진 워진 가진 할 될 을 듯 듯이 스레 적인
        적으로 대로 면 고 서 야 요 다
        """
)

# Ends that many nouns share: only an eojeol of up to three syllables is held to be a verb for them.
SHARED_ENDINGS: Final = listed(
    """
        볼 갈 올 줄 게 네 래 러 까 린 난 운 한 온 친 긴 니 지 라 인
        """
)

# Of the endings, those long enough to be trusted before a particle.
LONG_VERB_ENDINGS: Final = (*(ending for ending in VERB_ENDINGS if len(ending) > 1), "다", "을", "는", "던")

# What ends an adjective made from a noun: 정치적, 자연스러.
ADJECTIVE_TAILS: Final = ("적", "스러", "로운")

# Tails of a stem that only verbs have.
VERB_TAILS: Final = listed(
    """
        않기 받기 시키기 있기 없기 많 좋 없 있 작 낮 짧 늦 젊 어지기 아지기 하 되 하기 되기 어지
        아지 해지 워지 려지 하시 으시 어하 아하 시키 스러우 러우 거리 당하 받 싶 하는 되는 같 않
        못하 잘하 다고 라고 냐고 으려 하려 려 으로 에서
        """
)

# Nouns of these ends keep a final 이 that a nickname would lose (지훈이 → 지훈).
KEEPS_I: Final = listed(
    """
        쟁이 둥이 잡이 걸이 볶이 놀이 풀이 말이 살이 맞이 벌이 먹이 팡이 숭이 랑이 양이 린이 팽이
        """
)
