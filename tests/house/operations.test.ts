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

const { groups } = parse(read('docs/operations/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
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
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([])
  })
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
