import 'server-only'

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { findMember, SignInUnavailable } from '#lib/adapters/firebase-auth/sessions.ts'
import {
  callDatabase,
  closeDatabase,
  DatabaseUnavailable,
} from '#lib/adapters/firestore/database.ts'
import { recordAction, recordAudit } from '#lib/audit/record.ts'
import { muteNotes } from '#lib/log/log.ts'
import { sendQueued } from '#lib/mail/send-mails.ts'
import type { OwnerContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { answerReturn } from '#lib/owner/answer-return.ts'
import { cancelByOwner } from '#lib/owner/cancel-order.ts'
import { findOrderByNumber } from '#lib/owner/change-orders.ts'
import { changeShippingDate } from '#lib/owner/change-shipping-date.ts'
import { completeOrder } from '#lib/owner/complete-orders.ts'
import { COPY_FILES, COPY_FORMS } from '#lib/owner/copy-form.ts'
import { exportCustomer } from '#lib/owner/export-customer.ts'
import { exportMoney, exportMonth } from '#lib/owner/export-month.ts'
import type { FileText } from '#lib/owner/export-row.ts'
import { findReviews } from '#lib/owner/find-reviews.ts'
import { orderSheet } from '#lib/owner/order-sheet.ts'
import { unreadableText } from '#lib/owner/order-text.ts'
import { recalculateCounters } from '#lib/owner/recalculate-counters.ts'
import { reconcileDay } from '#lib/owner/reconcile-day.ts'
import type { RefundFailure } from '#lib/owner/refund-failure.ts'
import { refundOrder, type RefundResult } from '#lib/owner/refund-order.ts'
import { NO_CUSTOMER, refundRefusals, type Refusal, refusals } from '#lib/owner/refusals.ts'
import { resolveReview } from '#lib/owner/resolve-review.ts'
import { shipOrder } from '#lib/owner/ship-order.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import { eraseCustomer } from '#lib/privacy/erase-customer.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { customerFile } from '#lib/routes/owner-paths.ts'
import { settings } from '#lib/settings/env.ts'
import { SettingsUnusable } from '#lib/settings/parse-settings.ts'
import { sweep } from '#lib/sweep/sweep.ts'
import {
  type Command,
  type CommandOutput,
  erasedText,
  moneyText,
  NO_PERSON,
  notAnOwner,
  output,
  parseCommand,
  reconciliationText,
  recountText,
  redatedText,
  refundText,
  reviewsText,
  shopText,
  sweepText,
  USAGE,
} from './orders/command.ts'

type CommandInput<Name extends Command['command']> = Extract<Command, { readonly command: Name }>

/** The commands that change an order. */
export type Change = CommandInput<'ship' | 'complete' | 'cancel' | 'refund' | 'return' | 'resolve'>

/** The owner at the terminal: the account whose e-mail the command names. */
export type Person = { readonly uid: string; readonly context: OwnerContext }

/** The actions of the owner's page that do the same; the audit trail has their names. */
const ACTIONS: Readonly<Record<Change['command'], string>> = {
  ship: 'shipAction',
  complete: 'completeAction',
  cancel: 'cancelByOwnerAction',
  refund: 'refundAction',
  return: 'answerReturnAction',
  resolve: 'resolveAction',
}

/** An order after a command, and what became of its refund. */
type Changed = { readonly order: Order; readonly refund?: RefundResult['refund'] }

/**
 * Runs a command that changes an order by the use case of the owner's page, and records it in the audit trail. Returns
 * its report, in the words of the order's provider.
 */
export async function change(command: Change, { uid, context }: Person): Promise<CommandOutput> {
  const order = await findOrderByNumber(command.subject)
  const orderId = order?.id ?? command.subject
  const answer: Result<Changed, Refusal | RefundFailure> = order
    ? await changeOne(command, { orderId, context })
    : fail('unknown-order')
  const action = ACTIONS[command.command]
  await recordAction({ action, who: uid, via: 'command', fields: { orderId }, answer })
  if (answer.ok) {
    const { order: changed, refund } = answer.data
    const sheet = orderSheet(changed)
    if (!refund) return output(sheet)
    return output(`${refundText(refund, providerTitle(changed.payment))}\n\n${sheet}`)
  }
  const provider = providerTitle(order?.payment)
  const labels: Readonly<Record<Refusal | RefundFailure, string>> =
    command.command === 'refund'
      ? { ...refusals(provider), ...refundRefusals(provider) }
      : { ...refundRefusals(provider), ...refusals(provider) }
  return output(labels[answer.code] + (answer.detail ?? ''), false)
}

function whole(answer: Result<Order, Refusal>): Result<Changed, Refusal> {
  return answer.ok ? ok({ order: answer.data }) : answer
}

async function changeOne(
  input: Change,
  at: { readonly orderId: string; readonly context: OwnerContext },
): Promise<Result<Changed, Refusal | RefundFailure>> {
  switch (input.command) {
    case 'ship': {
      const { carrier, tracking: trackingNumber, correct: isCorrection } = input
      return whole(await shipOrder({ ...at, carrier, trackingNumber, isCorrection }))
    }
    case 'complete':
      return whole(await completeOrder({ ...at, reason: input.reason }))
    case 'cancel':
      return whole(await cancelByOwner({ ...at, reason: input.reason }))
    case 'refund': {
      const { value: amount, reason, left, return: returnNumber } = input
      // The same words are the same refund, so that a command whose answer was lost can be typed again.
      const words = [amount, reason.trim(), ...(returnNumber === undefined ? [] : [returnNumber])]
      const key = `command:${words.join(':')}`
      const restock = input['no-restock'] ? false : input.restock || 'usual'
      return refundOrder({ ...at, amount, reason, key, left, restock, returnNumber })
    }
    case 'return': {
      const { value: answer, reason, restock, carrier, tracking: trackingNumber } = input
      const parcel = { carrier, trackingNumber }
      const oversellReason = input['below-zero']
      return whole(await answerReturn({ ...at, answer, reason, restock, parcel, oversellReason }))
    }
    case 'resolve': {
      const { value: end, reason, 'below-zero': oversellReason } = input
      return whole(await resolveReview({ ...at, end, reason, oversellReason }))
    }
  }
}

/** The folder that a command is to write into is not there. */
class NoFolder extends Error {
  override readonly name = 'NoFolder'
}

// Contains personal data: readable by this user only.
async function write(folder: string, name: string, text: string | FileText): Promise<string> {
  if (!existsSync(folder)) throw new NoFolder(folder)
  const file = join(folder, name)
  await writeFile(file, text, { mode: 0o600 })
  return file
}

async function exportMonthTo(
  { subject: month, out }: Extract<Command, { readonly command: 'export' }>,
  { uid, context }: Person,
): Promise<CommandOutput> {
  const { file, counted } = exportMonth(month)
  const ordersFile = await write(out, `orders-${month}.csv`, file)
  const money = await exportMoney(month, context.at)
  const moneyFile = await write(out, `money-${month}.csv`, money.file)
  for (const object of [`orders-${month}`, `money-${month}`]) {
    await recordAudit({ kind: 'download', who: uid, via: 'command', object, outcome: 'ok' })
  }
  const { orders, unreadable } = counted
  const lines = [
    `已匯出 ${orders} 筆訂單：${ordersFile}`,
    `已匯出款項：${moneyFile}`,
    ...moneyText(money),
    ...unreadableText(unreadable),
  ]
  return output(lines.join('\n'), unreadable.length + money.findings.length === 0)
}

async function customer(
  { subject, out, ...input }: Extract<Command, { readonly command: 'customer' }>,
  { uid, context }: Person,
): Promise<CommandOutput> {
  if (input.export === input.erase) return output('請加上 --export 或 --erase 其中一個。', false)
  const fields = { customer: subject }
  const record = (action: string, answer: unknown) =>
    recordAction({ action, who: uid, via: 'command', fields, answer })
  if (input.erase) {
    const erased = await eraseCustomer({ customer: subject, context })
    await record('eraseCustomerAction', erased ? ok(erased) : fail('no-customer'))
    return erased ? erasedText(erased) : output(NO_CUSTOMER, false)
  }
  const files: string[] = []
  for (const form of COPY_FORMS) {
    const kept = await exportCustomer(subject, context.at, form)
    if (!kept) break
    const name = customerFile(subject, COPY_FILES[form].end)
    files.push(`${await write(out, name, kept.file)}（${kept.orders} 筆訂單）`)
  }
  await record('exportCustomerAction', files.length > 0 ? ok(null) : fail('no-customer'))
  if (files.length === 0) return output(NO_CUSTOMER, false)
  return output(`已匯出這位顧客的資料，一份給人看、一份給電腦讀：${files.join('、')}`)
}

async function changeDate(
  { subject: product, value: shipsAbout, reason }: Extract<Command, { readonly command: 'date' }>,
  { uid, context }: Person,
): Promise<CommandOutput> {
  const date = { product, shipsAbout, reason, context }
  const answer = await changeShippingDate(date)
  const action = 'changeDateAction'
  await recordAction({ action, who: uid, via: 'command', fields: { product }, answer })
  if (!answer.ok) return output(refusals()[answer.code], false)
  return output(redatedText(date, answer.data), answer.data.unreadable.length === 0)
}

/** What only reads, or puts right what follows from the orders: nobody has to be named. */
type Look = Extract<Command, { readonly command: 'review' | 'sweep' | 'recount' | 'reconcile' }>

/** What an owner does with money, goods or personal data; the person is in the order's history and the audit trail. */
async function act(command: Exclude<Command, Look>, now: Date): Promise<CommandOutput> {
  const email = (command.who ?? settings().SHOP_OWNER ?? '').trim().toLowerCase()
  if (email === '') return output(NO_PERSON, false)
  const member = await findMember(email)
  if (!member?.isOwner) return output(notAnOwner(email), false)
  const person: Person = { uid: member.uid, context: { by: email, at: now } }
  switch (command.command) {
    case 'export':
      return exportMonthTo(command, person)
    case 'customer':
      return customer(command, person)
    case 'date':
      return changeDate(command, person)
    default:
      return change(command, person)
  }
}

async function run(command: Command): Promise<CommandOutput> {
  const now = new Date()
  // Offline, every further query would retry for a long time.
  await callDatabase()
  switch (command.command) {
    case 'review':
      return output(reviewsText(await findReviews()))
    case 'sweep': {
      const swept = await sweep(now)
      return output(sweepText(swept), swept.failed === 0)
    }
    case 'recount':
      return recountText(await recalculateCounters(now))
    case 'reconcile': {
      const books = await reconcileDay(command.subject)
      return output(reconciliationText(command.subject, books), books.findings.length === 0)
    }
    default:
      return act(command, now)
  }
}

function sorry(error: unknown): CommandOutput {
  if (error instanceof SettingsUnusable) return output(error.message, false)
  if (error instanceof NoFolder) return output(`沒有這個資料夾：${error.message}`, false)
  if (error instanceof DatabaseUnavailable) {
    return output('資料庫沒有回應，請確認網路後再試。', false)
  }
  if (error instanceof SignInUnavailable) {
    return output('登入服務沒有回應，無法確認店主身分；請稍後再試。', false)
  }
  if (error instanceof ProviderProblem) {
    return output(`收款的平台沒有完成查詢（${error.message}），請稍後再試。`, false)
  }
  throw error
}

async function answer(words: readonly string[]): Promise<CommandOutput> {
  const parsed = parseCommand(words)
  if ('help' in parsed) return output(USAGE)
  if ('problem' in parsed) {
    return output(`${parsed.problem}\n用法：npm run orders -- --help`, false)
  }
  process.stdout.write(`${shopText(settings())}\n`)
  return run(parsed.command)
}

muteNotes()
const { text, ok: isDone } = await answer(process.argv.slice(2)).catch(sorry)
const stream = isDone ? process.stdout : process.stderr
stream.write(`${text}\n`)
if (isDone) await sendQueued().catch(sorry)
// Offline, the database client would retry forever.
await Promise.race([closeDatabase(), wait(1000)])
process.exit(isDone ? 0 : 1)
