import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
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
