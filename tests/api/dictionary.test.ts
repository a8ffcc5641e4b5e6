import { afterAll, expect, test } from 'vitest'
import { type DictNode, dictionary, type TreeNode } from '#contract/dictionary.ts'
import { nationTree } from '#server/reference/nation.ts'
import { openApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

test(
  'the area tree accepts 3101e8 and the same number written out, and no other province',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const short = await t.call(dictionary.areas, { provinceId: '3101e8' }, token)
    const long = await t.call(dictionary.areas, { provinceId: '310100000000' }, token)
    expect(long.body).toEqual(short.body)
    const [root] = short.body.data as TreeNode[]
    expect(root!.children).toHaveLength(16)
    expect(root!.children.flatMap((district) => district.children)).toHaveLength(234)
    expect((await t.call(dictionary.areas, { provinceId: '320000' }, token)).body).toMatchObject({
      code: 400,
      errors: { provinceId: '区域不存在' },
    })
  }),
)

test(
  'the combined device dictionary equals the separate documented calls',
  city.undone(async (t) => {
    const token = await t.signIn('jingan')
    const all = (await t.call(dictionary.all, {}, token)).body.data as unknown as {
      areas: TreeNode[]
      trees: { id: number; sysDicParameterList: DictNode[] }[]
      lists: { typeCode: 'UNIT_PLACE_TYPE'; entries: unknown[] }[]
      types: { typeId: '6'; entries: unknown[] }[]
    }
    expect(all.areas).toEqual((await t.call(dictionary.areas, {}, token)).body.data)
    expect(all.trees).toEqual((await t.call(dictionary.tree, {}, token)).body.data)
    for (const { typeCode, entries } of all.lists)
      expect(entries).toEqual((await t.call(dictionary.list, { typeCode }, token)).body.data)
    for (const { typeId, entries } of all.types)
      expect(entries).toEqual((await t.call(dictionary.byType, { typeId }, token)).body.data)
    expect(all.trees.map((tree) => tree.id)).toEqual([5, 8, 10])
  }),
)

test(
  'the national tree is returned whole by its own call',
  city.undone(async (t) => {
    const { body } = await t.call(dictionary.nation, {}, await t.signIn('jingan'))
    expect(body.data).toEqual(nationTree())
  }),
)
