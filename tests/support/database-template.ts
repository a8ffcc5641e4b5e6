import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseContents, withContent } from './database-content.ts'

export async function onServer(url: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** @returns drops them */
export async function provideTemplates(
  project: TestProject,
  url: string,
  pooler?: string,
): Promise<() => Promise<void>> {
  const run = randomBytes(6).toString('hex')
  const names = { empty: `fire_template_${run}_empty`, demo: `fire_template_${run}_demo` }
  for (const content of databaseContents) {
    await onServer(url, [`create database ${names[content]}`])
    await withContent(content, databaseUrl(url, names[content]), () => Promise.resolve())
  }
  project.provide('testDatabases', { kind: 'templates', url, names, ...(pooler !== undefined && { pooler }) })
  return () =>
    onServer(
      url,
      databaseContents.map((content) => `drop database if exists ${names[content]} with (force)`),
    )
}
