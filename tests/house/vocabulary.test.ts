import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'

/** The glossary in README has the present ones. */
const OLD_FILES =
  /\/(understanding|tally|early|told-building|shelf\.present|news-of|tell-devices|take-turn|run-turns|sweep-strays|desk|upkeep|safekeeping|unwatched|bound-calls|let-clients-in|need-own-page|share-read|holding|take-words|take-readings|take-events|with-months|standing\.store|behind|withhold|door|memory|remember|remembering|keeper|keep-answers|kept-rows|reach|surroundings|goal|take-along|take-pack|page-veil|behind-frame|in-turn|next-task|when-idle|city-speakers|at-the-door|own-point|nasty-values|strangers|find-points|place-reports|keep-live|written-rows)(\.test)?(\.tsx?|\.mjs|\/)/
const OLD_NAMES =
  /\b(visibleTo|sightOf|chosenBuildings|buildingsOfArea|cellsOfArea|createDoor|Remembering|KeptRow|startKeeping|stopKeeping|currentReach|onReachChange|Happening|browserSurroundings|OutboxSurroundings|tellPacks|takeAlong|TakeAlong|takePack|PageVeil|boundCalls|letClientsIn|needOwnPage|callerAddress|shareRead|keepRead|takeWords|WordsTaken|takeReadings|takeEvents|setAside|AsideRow|withMonths|DeskError|openDesk|runTurns|lookAt|holdTurn|endTurn|sweepStrays|tellDevices|UNWATCHED|isLeaving|cityStanding|standingIn|pointsBehind|settledBehind|withhold|tallyPoints|recountTallies|findPoints|placeReports|keepLive|WrittenRows|withMemory|packApi)\b/
const FIRST_WORD = /^(What|Who|Whoever|Told|Stands)\b/
const WORDS = /\b(anew|nobody|in sight|stands|is told|goes on)\b/
const MOST_COMMENT_LINES = 0.06
const MOST_COMMENT_WORDS = 35_000

/** One name with several meanings in a world, and why. */
const SHARED_NAMES = new Map([
  ['FIRST_SIZE', 'first page size, of each list feature'],
  ['filterOf', 'call input from the search parameters, of each list feature'],
  ['listOf', 'list query from the search parameters, of each list feature'],
  ['tabOf', 'tab from the search parameters, of each feature with tabs'],
])

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'mocks', 'tests', 'docs'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
const THIS = 'tests/house/vocabulary.test.ts'
const files = listed
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|css|md)$/.test(path) && !/\.gen\.ts$|\/migrations\//.test(path) && path !== THIS)
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(join(root, path), 'utf8') }]
    } catch {
      return []
    }
  })

function commentsOf({ path, text }: { readonly path: string; readonly text: string }): string[] {
  if (path.endsWith('.md')) return []
  if (path.endsWith('.css')) return Array.from(text.matchAll(/\/\*.*?\*\//gs), ([comment]) => comment)
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  )
  const found = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]
    // Text between JSX tags can look like a comment.
    if (!ts.isJsxText(node)) for (const { pos, end } of ranges) found.set(pos, text.slice(pos, end))
    node.getChildren(source).forEach(visit)
  }
  visit(source)
  return [...found.values()]
}

const wordsIn = (comment: string) => comment.match(/[A-Za-z']+/g)?.length ?? 0
const bare = (comment: string) => comment.replace(/^\/\*\*?\s*|^\/\/\s*|^#\s*/, '')
const comments = files.flatMap((file) => commentsOf(file).map((comment) => ({ path: file.path, comment })))

test('files and identifiers have standard names', () => {
  expect(files.filter(({ path }) => OLD_FILES.test(`/${path}`)).map(({ path }) => path)).toEqual([])
  expect(
    files.flatMap(({ path, text }) => {
      const old = OLD_NAMES.exec(text)?.[0]
      return old && !path.endsWith('.md') ? [`${path}: ${old}`] : []
    }),
  ).toEqual([])
})

test('comments begin with their subject and use common words', () => {
  expect(comments.length).toBeGreaterThan(2000)
  const odd = comments.filter(({ comment }) => FIRST_WORD.test(bare(comment)) || WORDS.test(comment))
  expect(odd.map(({ path, comment }) => `${path}: ${comment}`)).toEqual([])
})

test('names of tests and documents use common words', () => {
  const names = files
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/\b(?:test|it|describe)\(\s*(['"`])(.*?)\1/g), ([, , name = '']) => `${path}: ${name}`),
    )
  const documents = files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line}`))
  expect(names.length).toBeGreaterThan(500)
  expect([...names, ...documents].filter((line) => WORDS.test(line.slice(line.indexOf(':'))))).toEqual([])
})

test('comments are few', () => {
  const inSrc = comments.filter(({ path }) => path.startsWith('src/'))
  const lines = files
    .filter(({ path }) => path.startsWith('src/'))
    .reduce((sum, { text }) => sum + text.split('\n').length, 0)
  const commentLines = inSrc.reduce((sum, { comment }) => sum + comment.split('\n').length, 0)
  const words = comments.reduce((sum, { comment }) => sum + wordsIn(comment), 0)
  process.stdout.write(`src: ${lines} lines, ${commentLines} of them comments; ${words} words in all comments\n`)
  expect(commentLines / lines).toBeLessThanOrEqual(MOST_COMMENT_LINES)
  expect(words).toBeLessThanOrEqual(MOST_COMMENT_WORDS)
})

test.each(['contract', 'server', 'app', 'sw', 'demo'])('an exported name has one meaning in %s', (world) => {
  const places = new Map<string, string[]>()
  for (const { path, text } of files) {
    if (!path.startsWith(`src/${world}/`) || /\.test\.|\/routes\//.test(path)) continue
    const exported = text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) ([\w$]+)/gm)
    for (const [, name = ''] of exported) places.set(name, [...(places.get(name) ?? []), path])
  }
  const ambiguous = [...places].filter(([name, paths]) => new Set(paths).size > 1 && !SHARED_NAMES.has(name))
  expect(ambiguous.map(([name, paths]) => `${name}: ${paths.join(' ')}`)).toEqual([])
})
