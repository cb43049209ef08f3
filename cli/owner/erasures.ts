import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { allErasures } from '#lib/adapters/firestore/erasures.ts'
import { eraseAgain } from '#lib/owner/continue-erasures.ts'

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
