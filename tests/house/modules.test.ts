import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { SERVER_MODULES } from './floor-of.ts'
import { cycles, isTest } from './floor-rules.ts'
import { modulesUnder } from './read-modules.ts'

const SERVER = 'src/server'
const MOST_ROOMS = 22
const MOST_ARROWS = 90

const files = modulesUnder(root, SERVER).filter(({ path }) => !isTest(path))
/** A folder. */
const roomOf = (path: string) => posix.dirname(path)
const moduleOf = (room: string) => {
  const [, , module] = room.split('/')
  return module === undefined ? SERVER_MODULES.length : SERVER_MODULES.findIndex((name) => name === module)
}

const rooms = new Set(files.map(({ path }) => roomOf(path)))
/** Imports between folders, with one example each; types count, too. */
const arrows = new Map(
  files.flatMap(({ path, imports }) =>
    imports.flatMap(({ file }) => {
      const [from, to] = [roomOf(path), roomOf(file ?? '')]
      return file?.startsWith(`${SERVER}/`) && from !== to
        ? [[`${from} → ${to}`, { from, to, example: `${path} → ${file}` }] as const]
        : []
    }),
  ),
)
const all = [...arrows.values()]
const upward = all.filter(({ from, to }) => moduleOf(to) > moduleOf(from))
const mutual = all.filter(({ from, to }) => arrows.has(`${to} → ${from}`))
const circles = cycles(files)
const roomCircles = cycles(
  [...rooms].map((room) => ({
    path: room,
    imports: all.filter(({ from }) => from === room).map(({ to }) => ({ file: to, kind: 'static' as const })),
  })),
)

test('rooms and arrows of the server are few', () => {
  process.stdout.write(
    `server: ${rooms.size} rooms, ${arrows.size} arrows between rooms, ${upward.length} upward, ` +
      `${mutual.length / 2} mutual pairs, ${circles.length} value circles\n`,
  )
  expect(rooms.size).toBeGreaterThanOrEqual(SERVER_MODULES.length)
  expect(rooms.size).toBeLessThanOrEqual(MOST_ROOMS)
  expect(arrows.size).toBeLessThanOrEqual(MOST_ARROWS)
})

test('no module imports a higher one', () => {
  expect(upward.map(({ example }) => example)).toEqual([])
})

test('no two rooms import each other', () => {
  expect(mutual.map(({ example }) => example)).toEqual([])
})

test('rooms import each other in one direction, through others too', () => {
  expect(roomCircles).toEqual([])
})

test('the server has no import cycles of files', () => {
  expect(circles).toEqual([])
})

test('a module has at most one level of folders', () => {
  expect([...rooms].filter((room) => room.split('/').length > 4)).toEqual([])
})
