import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as schema from '#server/schema/schema.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

interface Recorded {
  record: string
  expr: string
  labels: { slo: string }
}

const written = ['alerts.yml', 'slo.yml'].flatMap((file) => {
  const { groups } = parse(read(`docs/operations/${file}`)) as { groups: { rules: (Rule | Recorded)[] }[] }
  return groups.flatMap((group) => group.rules)
})
const rules = written.filter((rule): rule is Rule => 'alert' in rule)
const recorded = written.filter((rule): rule is Recorded => 'record' in rule)
const dashboard = JSON.parse(read('docs/operations/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const sections = [...read('docs/operations.md').matchAll(/^### (\w+)\n\n(.+)$/gm)].map(([, name = '']) => name)
/** And of `prom-client`. */
const counted = new Set(
  [...read('src/server/operations/metrics.ts').matchAll(/'(fire_\w+)'/g)].map(([, name = '']) => name),
)
const ofProcesses = /^(process_(resident_memory_bytes|cpu_seconds_total)|nodejs_eventloop_lag_p99_seconds)$/

const unknownIn = (expr: string) =>
  [...expr.matchAll(/\b((?:fire|process|nodejs)_\w+)/g)]
    .map(([, name = '']) => name.replace(/_(count|bucket|sum)$/, ''))
    .filter((name) => !counted.has(name) && !ofProcesses.test(name))

describe('the alarms', () => {
  test('have a section of instructions each, and no section lacks its alarm', () => {
    expect(rules.length).toBeGreaterThan(10)
    expect(sections).toEqual(rules.map(({ alert }) => alert))
  })

  test('have unique names, a severity, a Chinese line and the link to their section', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/\p{Script=Han}/u)
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
    }
  })

  test('query existing metrics', () => {
    expect(counted.size).toBeGreaterThan(10)
    expect(written.flatMap(({ expr }) => unknownIn(expr))).toEqual([])
  })
})

test('every service level has a budget and its failures over each time that an alert reads', () => {
  const levels = new Set(recorded.map(({ labels }) => labels.slo))
  expect([...levels]).toEqual(['availability', 'latency', 'ingest', 'alarm'])
  const cited = rules.flatMap(({ expr }) => [...expr.matchAll(/fire:[\w:]+/g)].map(([name]) => name))
  expect(cited).toContain('fire:slo_budget')
  for (const name of cited)
    expect(new Set(recorded.filter(({ record }) => record === name).map(({ labels }) => labels.slo))).toEqual(levels)
})

test('Prometheus scrapes every process that compose.yaml starts', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, { build?: string }> }
  const processes = Object.entries(services).flatMap(([name, { build }]) => (build ? [`${name}:8080`] : []))
  const [, targets = ''] = /targets: \[(.+?)\]/.exec(read('docs/operations.md')) ?? []
  expect([...targets.matchAll(/'([^']+)'/g)].map(([, target]) => target)).toEqual(processes)
})

test('the dashboard shows all of our metrics, and only existing ones', () => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(shown.flatMap(unknownIn)).toEqual([])
  const everywhere = [...shown, ...rules.map(({ expr }) => expr)].join('\n')
  const unseen = [...counted].filter((name) => !everywhere.includes(name))
  expect(unseen).toEqual(['fire_leaving'])
})

const RETAINED: Readonly<Record<string, readonly string[]>> = {
  records: ['device_event', 'device_event_end', 'component_status', 'controller_operation', 'unplaced_fire'],
  readings: ['reading'],
  audit: ['audit'],
  'idempotency keys': ['idempotency'],
  'client faults': ['client_fault', 'client_fault_day'],
  visits: ['visit_day'],
  'quarantined items': ['quarantine'],
  'refused batches': ['refused_batch'],
  'ended sessions': ['session'],
  'change feed': ['change'],
  uploads: ['upload'],
  alarms: ['alarm', 'alarm_act', 'alarm_end', 'alarm_event', 'alarm_step'],
  deliveries: ['delivery'],
  'duty checks': ['duty_check', 'duty_check_transmitter'],
  messages: ['message', 'message_receiver'],
  problems: ['problem'],
  'check-ins': ['checkin'],
  scores: ['score_day', 'area_score_day'],
}
const EXPIRING =
  /^(ack_link|bind_link|download|job_turn|phone_code|picture_code|provider_nonce|rate_limit|recovery|sms_code|ticket|unit_nonce)$/
const OF_THE_REGISTER =
  /^(account|approval|area_buildings|area_standing|building|building_state|building_unit|contact_device|duty_check_plan|duty_contact|floor_plan|information|installation|notice|point|provider|provider_activity|provider_rule|push_delivered|push_subscription|question|self_test|shelf|transmission_device|trouble|unit|unlisted_point|webhook)$/

test('the table of retention names all data with a time, unless it expires at once or belongs to the register', () => {
  const dated = Object.values(schema as Record<string, unknown>).flatMap((one) => {
    if (!is(one, PgTable)) return []
    const { name, columns } = getTableConfig(one)
    return columns.some((column) => /^(timestamp|date)/.test(column.getSQLType())) ? [name] : []
  })
  expect(dated.length).toBeGreaterThan(50)
  const retained = Object.values(RETAINED).flat()
  expect(dated.filter((name) => !EXPIRING.test(name) && !OF_THE_REGISTER.test(name)).toSorted()).toEqual(
    retained.toSorted(),
  )
  const [, table = ''] = /## Retention and time\n\n([^]+?)\n\n/.exec(read('docs/operations.md')) ?? []
  const named = table.split('\n').map((row) => row.split('|')[1] ?? '')
  expect(Object.keys(RETAINED).filter((words) => !named.some((cell) => cell.includes(words)))).toEqual([])
})

test('the clock limits in docs/standards.md are those of the alert and of the gateway', () => {
  const standards = read('docs/standards.md')
  const minutes = Number(/相差(\d+)分钟以上告警/.exec(standards)?.[1])
  const seconds = Number(/装置相差(\d+)秒以上/.exec(standards)?.[1])
  expect(rules.find(({ alert }) => alert === 'FireClock')?.expr).toMatch(new RegExp(`> ${minutes * 60}$`))
  const gateway = read('src/server/devices/gateway/connected-devices.ts')
  expect(Number(/CLOCK_LIMIT_MS = ([\d_]+)/.exec(gateway)?.[1]?.replaceAll('_', ''))).toBe(seconds * 1000)
})
