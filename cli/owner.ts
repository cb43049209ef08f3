import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { provenAddress } from '#lib/account/proven-address.ts'
import {
  findMember,
  setRole,
  type ShopRole,
  SignInUnavailable,
} from '#lib/adapters/firebase-auth/sessions.ts'
import { closeDatabase, DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { recordAudit } from '#lib/audit/record.ts'
import { muteNotes } from '#lib/log/log.ts'
import { allErasures } from '#lib/owner/erasure-store.ts'
import { resetPasskeys } from '#lib/passkey/passkey.ts'
import { eraseAgain } from '#lib/privacy/erase-customer.ts'
import { affectedSince, notifyAffected } from '#lib/privacy/request-data.ts'
import { settings } from '#lib/settings/env.ts'
import { SettingsUnusable } from '#lib/settings/parse-settings.ts'

const EVER = '1970-01-01'

const usage = `用法：npm run owner -- affected [--since 2026-11-01]                     列出受影響的人，每人一行
      npm run owner -- affected [--since 2026-11-01] --notify <事故名稱>   並寄出通知，每人一封

事故名稱由小寫字母、數字和連字號組成，例如 2026-11-leak；同一個名稱再執行一次，只補寄還沒寄的人。
寄出前先改好 content/mails/breach.md 的內容，並重新部署。`

type AffectedInput = { readonly since: string; readonly incident: string | undefined }

/** The words of the command, or undefined if they are not right. */
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
export async function mailAffected(words: readonly string[]): Promise<CommandOutput> {
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

/** The erasures in such a list, or undefined if a line is none. */
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

// The sign-in service keeps addresses in small letters.
const asStored = (email: string) => email.trim().toLowerCase()

const AUDITED = {
  owner: 'owner-granted',
  staff: 'staff-granted',
  none: 'owner-revoked',
} as const satisfies Record<ShopRole, string>

const USAGE = `用法：npm run owner -- grant <電子信箱>    讓這個會員使用店主頁面（/owner）
      npm run owner -- staff <電子信箱>    讓這個會員只能包貨、出貨（/owner/orders）
      npm run owner -- revoke <電子信箱>   收回
      npm run owner -- reset-passkeys <電子信箱>  移除店主遺失的通行密鑰
      npm run owner -- affected [--since 日期] [--notify 事故名稱]  個資事故：列出並通知受影響的人
      npm run owner -- erasures            列出刪除過資料的人，每人一行
      npm run owner -- erase-again <檔案>  還原備份後，照清單重新刪除

會員要先用這個電子信箱註冊並驗證。執行後，這個會員要重新登入。`

const UNKNOWN = '沒有這個電子信箱的會員，請先註冊。'
const UNPROVEN = '這個電子信箱尚未驗證；請先登入並驗證，再執行一次。'

const ROLES = {
  grant: { role: 'owner', words: '現在是店主' },
  staff: { role: 'staff', words: '現在可以包貨、出貨，從 /owner/orders 進去' },
  revoke: { role: 'none', words: '不再能使用店主頁面' },
} as const

// All sessions of the member end, so that they sign in again by their new role.
async function changeRole(command: keyof typeof ROLES, typed: string): Promise<CommandOutput> {
  const { mode, FIREBASE_PROJECT_ID: project } = settings()
  const { role, words } = ROLES[command]
  const email = asStored(typed)
  const member = await findMember(email)
  if (!member) return { text: UNKNOWN, ok: false }
  if (role !== 'none' && provenAddress(member) === undefined) return { text: UNPROVEN, ok: false }
  await setRole(member.uid, role)
  await recordAudit({ kind: AUDITED[role], who: 'command', object: member.uid, outcome: 'ok' })
  const shop = `商店 ${project}（${mode === 'local' ? '本機' : '正式'}）`
  return { text: `${shop}：${email} ${words}。請重新登入。`, ok: true }
}

async function resetOwner(email: string): Promise<CommandOutput> {
  const member = await findMember(asStored(email))
  if (!member) return { text: UNKNOWN, ok: false }
  const count = await resetPasskeys(member.uid)
  await recordAudit({ kind: 'passkeys-reset', who: 'command', object: member.uid, outcome: 'ok' })
  return { text: `已移除 ${count} 把通行密鑰和備援碼。請重新登入並加入新的。`, ok: true }
}

async function run(words: readonly string[]): Promise<CommandOutput> {
  const [command, argument, ...rest] = words
  if (command === '--help') return { text: USAGE, ok: true }
  if (command === 'affected') return mailAffected(words.slice(1))
  if (rest.length > 0) return { text: USAGE, ok: false }
  if (command === 'erasures' && argument === undefined) return listErasures()
  if (argument === undefined) return { text: USAGE, ok: false }
  if (command === 'erase-again') return repeatErasures(argument)
  if (command === 'reset-passkeys') return resetOwner(argument)
  if (command === 'grant' || command === 'staff' || command === 'revoke') {
    return changeRole(command, argument)
  }
  return { text: USAGE, ok: false }
}

function sorry(error: unknown): CommandOutput {
  if (error instanceof SettingsUnusable) return { text: error.message, ok: false }
  if (error instanceof SignInUnavailable)
    return { text: '登入服務沒有回應，請稍後再試。', ok: false }
  if (error instanceof DatabaseUnavailable)
    return { text: '資料庫沒有回應，請稍後再試。', ok: false }
  throw error
}

if (import.meta.main) {
  muteNotes()
  const { text, ok: isDone } = await run(process.argv.slice(2)).catch(sorry)
  const stream = isDone ? process.stdout : process.stderr
  stream.write(`${text}\n`)
  await closeDatabase()
  process.exitCode = isDone ? 0 : 1
}
