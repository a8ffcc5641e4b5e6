import { toWireTime } from '#contract/time.ts'
import { saveBlob } from '#app/lib/save-blob.ts'
import { openOutboxStore } from '#app/offline/outbox/outbox-store.ts'
import type { UnsentCall, UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { clearDevice, readWaiting, sessionUser, type Waiting } from './device-data.ts'
import { readSavedWrites, saveWrites, takeWrites } from './saved-writes.ts'

declare global {
  /** Queueable calls of this build (src/build/repair-page.ts). */
  const QUEUED_CALLS: readonly UnsentCall[]
}

const calls = new Map(QUEUED_CALLS.map((call) => [call.id, call]))
let waiting: readonly Waiting[] = []

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(id)
  return found
}

function make(tag: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

const button = (text: string, act: () => void): HTMLElement => {
  const made = make('button', text)
  made.setAttribute('type', 'button')
  made.addEventListener('click', act)
  return made
}

function row({ label, place, tappedAt, state, reason, files }: UnsentWrite, isOwn: boolean): HTMLElement {
  const made = make('li', label)
  const parts = [
    isOwn && place,
    `操作时间 ${toWireTime(new Date(tappedAt))}`,
    files.length > 0 && `附件 ${files.length} 个`,
    state === 'refused' ? `未被接受${reason ? `：${reason}` : ''}` : '待提交',
  ]
  made.append(make('span', parts.filter(Boolean).join(' · ')))
  return made
}

function accountOf({ isOwn, name }: Waiting): string {
  const others = waiting.filter((one) => !one.isOwn)
  if (isOwn) return `当前账号：${sessionUser()?.name ?? ''}`
  return others.length > 1 ? `其他账号 ${others.findIndex((one) => one.name === name) + 1}` : '其他账号'
}

async function save({ writes, isOwn }: Waiting, words: HTMLElement): Promise<void> {
  const [first] = writes ?? []
  if (!writes || !first) return
  const { file, lostFiles } = await saveWrites(first.uid, isOwn ? (sessionUser()?.name ?? '') : '', writes)
  const day = toWireTime(new Date()).slice(0, 10)
  saveBlob(new Blob([JSON.stringify(file)], { type: 'application/json' }), `未提交的内容-${day}.json`)
  words.textContent = `已保存 ${writes.length} 项${lostFiles > 0 ? `，${lostFiles} 个附件无法读取` : ''}。文件含所填内容，请妥善保管。`
}

function group(one: Waiting): Node[] {
  const { writes, isOwn } = one
  if (writes === null) return [make('h3', accountOf(one)), make('p', '本机存储无法读取，不知道有哪些内容。')]
  const list = make('ul')
  list.append(...writes.map((write) => row(write, isOwn)))
  const words = make('p')
  words.setAttribute('role', 'status')
  const actions = make('div')
  actions.className = 'actions'
  actions.append(button('保存为文件', () => void save(one, words)))
  return [make('h3', `${accountOf(one)}（${writes.length} 项）`), list, actions, words]
}

async function show(): Promise<void> {
  waiting = await readWaiting()
  const place = element('unsent')
  place.textContent = ''
  if (waiting.length === 0) place.append(make('p', '没有'))
  for (const one of waiting) place.append(...group(one))
}

async function take(file: File): Promise<string> {
  const saved = readSavedWrites(await file.text())
  if (!saved) return '这不是本页保存的文件，未取回任何内容。'
  const user = sessionUser()
  if (user?.id !== saved.uid) {
    const whose = saved.account ? `账号“${saved.account}”` : '另一个账号'
    return `此文件属于${whose}，请先用该账号登录，再到本页取回。`
  }
  try {
    const { added, present, expired, unreadable } = await takeWrites(saved, openOutboxStore(user.id), calls, Date.now())
    const parts = [
      `已取回 ${added} 项`,
      present > 0 && `${present} 项本机已有`,
      expired > 0 && `${expired} 项超过 90 天，不再取回`,
      unreadable > 0 && `${unreadable} 项无法识别`,
    ]
    return `${parts.filter(Boolean).join('，')}。${added > 0 ? '打开首页后自动提交，已提交过的不会重复。' : ''}`
  } catch {
    return '本机存储不可用，未能全部取回，请稍后重试。'
  }
}

async function showTaken(file: File): Promise<void> {
  element('taken-words').textContent = await take(file)
  await show()
}

function lossOf(isAll: boolean): string {
  const base = '将清除本机保存的页面、离线资料、消息推送和登录状态，需要重新登录。'
  const count = waiting.reduce((sum, { writes }) => sum + (writes?.length ?? 0), 0)
  const unknown = waiting.some(({ writes }) => writes === null) ? '无法读取的未提交内容也将丢失。' : ''
  if (!isAll) return `${base}未提交的 ${count} 项、草稿和加密保存的内容保留。`
  const lost =
    count > 0 ? `未提交的 ${count} 项将丢失，未保存为文件的无法恢复。` : unknown ? '' : '本机没有未提交的内容。'
  return `${base}草稿和其他账号加密保存的内容也将清除。${lost}${unknown}`
}

let isAll = false

function ask(all: boolean): void {
  isAll = all
  element('confirm-words').textContent = lossOf(all)
  element('choices').hidden = true
  element('confirm').hidden = false
  element('no').focus()
}

function dismiss(): void {
  element('confirm').hidden = true
  element('choices').hidden = false
}

async function clear(): Promise<void> {
  dismiss()
  const words = element('clear-words')
  words.textContent = '正在清除'
  const failed = await clearDevice(isAll)
  if (failed.length === 0) return location.replace('/')
  words.textContent = `未能清除：${failed.join('、')}。请关闭本平台的其他页面后重试，或在浏览器设置中清除本网站的数据。`
}

element('clear').addEventListener('click', () => ask(false))
element('clear-all').addEventListener('click', () => ask(true))
element('no').addEventListener('click', dismiss)
element('yes').addEventListener('click', () => void clear())
element('taken').addEventListener('change', ({ target }) => {
  const input = target as HTMLInputElement
  const [file] = Array.from(input.files ?? [])
  input.value = ''
  if (!file) return
  void showTaken(file)
})
void show()
