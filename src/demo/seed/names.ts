import type { Rng } from './random.ts'

const SURNAMES =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛范彭鲁韦马苗凤花方'
// prettier-ignore
const GIVEN = [
  '明远', '思齐', '雨桐', '子墨', '浩然', '欣怡', '建国', '志强', '晓东', '文静', '海峰', '丽华',
  '永康', '秀英', '国栋', '佳宁', '一凡', '若溪', '安然', '书涵', '俊杰', '慧敏', '立群', '春生',
]

export function person(rng: Rng): string {
  return SURNAMES.charAt(rng.int(0, SURNAMES.length - 1)) + rng.pick(GIVEN)
}

const FIRST = [...'云澄锦栖霁砚沐岚瑾漪鹭桐汀翎璟溪']
const SECOND = [...'岫湖澜梧川清阳山舟荷洲影屿帆枫苑']

/** Name stem for buildings, roads and companies; deterministic, repeats after 256. */
export function word(index: number): string {
  const i = (((index * 37) % 256) + 256) % 256
  return `${FIRST[i % 16] ?? ''}${SECOND[(Math.floor(i / 16) + i) % 16] ?? ''}`
}

const ROADS = ['路', '路', '路', '街', '大道', '东路', '西路', '南路', '北路']

export function road(rng: Rng): { name: string; number: string } {
  return { name: word(rng.int(0, 255)) + rng.pick(ROADS), number: `${rng.int(1, 1880)}号` }
}
