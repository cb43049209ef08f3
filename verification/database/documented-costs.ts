import { readFileSync } from 'node:fs'

const DOCUMENT = new URL('../../docs/cost.md', import.meta.url)

/** The rows of a chapter of docs/cost.md: reads and writes by the name of their action. */
export function documentedCosts(chapter: string): Readonly<Record<string, string>> {
  const text = readFileSync(DOCUMENT, 'utf8').split(`## ${chapter}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = text.matchAll(/^\| ([^|]+?) +\| (\d+) +\| (\d+) +\|$/gm)
  return Object.fromEntries(
    [...rows].map(([, action = '', reads, writes]) => [action, `${reads}/${writes}`]),
  )
}
