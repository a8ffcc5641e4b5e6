import { expect, test } from 'vitest'
import { textLines } from './card-picture.ts'

const fits = (line: string) => line.length <= 8

test.each([
  ['鹭枫中心B座', ['鹭枫中心B座']],
  ['上海市黄浦区岚梧北路129号甲', ['上海市黄浦区岚梧', '北路129号甲']],
  ['外滩滨江历史保护街区129号', ['外滩滨江历史保护', '街区129号']],
  ['外滩滨江历史保护街区一期主楼及附属裙房东侧', ['外滩滨江历史保护', '街区一期主楼及…']],
  ['', ['']],
])('“%s” is written as %j', (text, lines) => {
  expect(textLines(text, 2, fits)).toEqual(lines)
})
