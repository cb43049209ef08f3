import { parseArgs } from 'node:util'
import { recordAudit } from '#lib/audit/record.ts'
import { affectedSince, notifyAffected } from '#lib/privacy/request-data.ts'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { allErasures } from '#lib/owner/erasure-store.ts'
import { eraseAgain } from '#lib/owner/customer-data.ts'

const EVER = '1970-01-01'

const usage = `用法：npm run owner -- affected [--since 2026-11-01]                     列出受影響的人，每人一行
      npm run owner -- affected [--since 2026-11-01] --notify <事故名稱>   並寄出通知，每人一封

事故名稱由小寫字母、數字和連字號組成，例如 2026-11-leak；同一個名稱再執行一次，只補寄還沒寄的人。
寄出前先改好 content/mails/breach.md 的內容，並重新部署。`

type AffectedInput = { readonly since: string; readonly incident: string | undefined }

/** The words of the command; undefined where they are not right. */
export function parseAffected(words: readonly string[]): AffectedInput | undefined {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { since: { type: 'string', default: EVER }, notify: { type: 'string' } },
    })
    const { since, notify } = values
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(since) && !Number.isNaN(Date.parse(since))
    const isName = notify === undefined || /^[a-z\d][a-z\d-]{2,40}$/.test(notify)
    return isDay && isName ? { since, incident: notify } : undefined
  } catch {
    return undefined
  }
}

/** Lists members affected by a leak and notifies them on request. */
export async function tellAffected(words: readonly string[]): Promise<CommandOutput> {
  const options = parseAffected(words)
  if (!options) return { text: usage, ok: false }
  const { since, incident } = options
  // Days of the shop's clock.
  const people = await affectedSince(new Date(`${since}T00:00:00+08:00`).toISOString())
  const lines = people.map((person) => JSON.stringify(person))
  if (incident === undefined) {
    await recordAudit({ kind: 'breach-list', who: 'command', object: since, outcome: 'ok' })
    return { text: [...lines, `共 ${people.length} 人。`].join('\n'), ok: true }
  }
  const { written, known, without } = await notifyAffected(people, { incident, now: new Date() })
  const text = `共 ${people.length} 人：寫好 ${written} 封通知，${known} 封先前已寫好，${without} 人沒有 Email，請以其他方式通知。`
  return { text, ok: true }
}

/** Output of a command, and whether it succeeded. */
export type CommandOutput = { readonly text: string; readonly ok: boolean }

const singleLineText = z.object({
  uid: z.string().min(1),
  scope: z.enum(['all', 'unpaid']),
  by: z.string(),
  startedAt: z.iso.datetime(),
})

/** Every erasure that is kept, one line of JSON each. */
export async function listErasures(): Promise<CommandOutput> {
  const lines = (await allErasures()).map(({ uid, scope, by, startedAt }) =>
    JSON.stringify({ uid, scope, by, startedAt }),
  )
  return { text: lines.join('\n'), ok: true }
}

/** The erasures in such a list; undefined where a line is none. */
export function parseErasures(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  try {
    return lines.map((line) => ({ ...singleLineText.parse(JSON.parse(line)), hasOpen: false }))
  } catch {
    return undefined
  }
}

/** Runs the erasures of a list again, in a database that was restored. */
export async function repeatErasures(file: string): Promise<CommandOutput> {
  const runs = parseErasures(readFileSync(file, 'utf8'))
  if (!runs) return { text: `${file} 不是 erasures 印出的清單。`, ok: false }
  const count = await eraseAgain(runs, new Date())
  return { text: `已重新刪除 ${count} 位的資料；訂單很多的，由定期檢查繼續。`, ok: true }
}
