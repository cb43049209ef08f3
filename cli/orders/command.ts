import { parseArgs } from 'node:util'

import { z } from 'zod'

import type { Finding } from '#lib/ledger/disagreements.ts'
import type { Mailing } from '#lib/mail/send-mails.ts'
import { readOrderNumber } from '#lib/order/order-number.ts'
import type { Order } from '#lib/order/order.ts'
import type { ShippingDate } from '#lib/order/shipping-date.ts'
import type { ShipDateChange } from '#lib/owner/change-shipping-date.ts'
import { countLines } from '#lib/owner/counter-lines.ts'
import { readCustomer } from '#lib/owner/customer.ts'
import { disagreementText } from '#lib/owner/disagreement-text.ts'
import { ERASURE_OPEN, erasureText } from '#lib/owner/erasure-text.ts'
import type { MoneyExport } from '#lib/owner/export-month.ts'
import { NO_BOOKS } from '#lib/owner/export-row.ts'
import { isDay, isMonth } from '#lib/owner/month.ts'
import { orderLine } from '#lib/owner/order-line.ts'
import { unreadableText } from '#lib/owner/order-text.ts'
import type { Recalculation } from '#lib/owner/recalculation-store.ts'
import type { Reconciliation } from '#lib/owner/reconcile-day.ts'
import { PROVIDER_TITLES } from '#lib/payment/method-titles.ts'
import { providerOf } from '#lib/payment/methods.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { REVIEW_ENDS } from '#lib/payment/review-end.ts'
import type { ReviewCapture } from '#lib/payment/review-evidence.ts'
import type { Sweep } from '#lib/payment/sweep-payments.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { ErasureResult } from '#lib/privacy/erase-customer.ts'
import { defined } from '#lib/result.ts'
import { isEmail, toSingleLine } from '#lib/text/plain-text.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

const NUMBER = '訂單編號要寫在指令後面，例如 Order2026112110-0001 或 2026112110-0001'

const SUBJECTS: Readonly<Record<string, string>> = {
  export: '月份要寫成 年-月，例如 2026-11',
  reconcile: '日期要寫成存在的 年-月-日，例如 2026-11-21',
  customer: '顧客的 Email 或會員編號寫在指令後面',
  date: '商品編號寫在指令後面，例如 otr-001',
}

const VALUES: Readonly<Record<string, string>> = {
  refund: '金額寫在訂單編號後面：新臺幣整數，或 rest（退回剩下的全部）',
  date: '新的出貨日寫在商品編號後面，年-月-日，例如 2027-04-15',
  return:
    '回覆寫在訂單編號後面：accepted（同意）、refused（不同意）、received（已收到，之後退款）、preparing（已收到，準備換貨）或 exchanged（已收到，寄出換貨）',
  resolve: '結果寫在訂單編號後面：paid（已收款）、refunded（已全額退款）或 expired（從未收款）',
}

const OPTION_LABELS: Readonly<Record<string, string>> = {
  carrier: '--carrier 最多 40 個字',
  tracking: '--tracking 最多 60 個字',
  reason: '--reason 最多 300 個字',
  return: '--return 要寫退換貨申請的編號，例如 1',
  'below-zero': '--below-zero 要寫超賣的原因，最多 200 個字',
  left: '--left 要寫您看到的可退金額，新臺幣整數',
  who: '--who 要寫店主的電子信箱',
}

/** Expected subject, value or option of a command. */
export function hintFor(command: string, name: string): string {
  if (name === 'subject') return SUBJECTS[command] ?? NUMBER
  if (name === 'value') return VALUES[command] ?? '內容寫在訂單編號後面'
  return OPTION_LABELS[name] ?? `--${name} 的內容不對或太長`
}

/** Usage text of the order commands. */
export const USAGE = `用法：npm run orders -- <指令> [參數]

其餘的工作在店主頁面（/owner）：查詢和搜尋、批次出貨、收件資料、備註、發票、申請。

查詢
  review                                       列出待核對的付款和爭議，並向收款的平台查詢

處理訂單（店主頁面打不開時用；和頁面是同一套規則。都要加 --who 店主的電子信箱，或設定 SHOP_OWNER；
訂單的紀錄和操作紀錄會寫是誰做的）
  ship <訂單編號> --carrier 黑貓 --tracking 123   標記為已出貨；已出貨的加 --correct 更正
  complete <訂單編號>                          標記為已完成
  cancel <訂單編號> --reason 原因               取消待付款的訂單（先向 PayPal 確認沒有款項在途中）
  refund <訂單編號> <金額|rest> --reason 原因   經原來的付款方式退款；金額和原因都相同的退款只做一次。還沒出貨就全部
                                               退回時，或包裹退回時，商品放回庫存，加 --no-restock 就
                                               不放；已出貨而商品都退回的，加 --restock。
                                               --return 1 登記是哪一次退貨；--left 3080 是您看到的可退金額，
                                               若已不同則不退款，並列出退款者與金額
  return <訂單編號> accepted|refused|received|preparing|exchanged [--reason 給會員的話] [--restock]
                                               回覆退換貨申請；--restock 把收到的商品放回庫存；
                                               exchanged 要加 --carrier 和 --tracking，寫換貨的包裹；
                                               庫存不足仍要寄出時，加 --below-zero 原因
  date <商品編號> <年-月-日> --reason 原因       變更預購的出貨日：改每一筆未出貨的訂單，並通知每位買家（原因會寫在信裡）
  resolve <訂單編號> paid|refunded|expired --reason 原因
                                               結束核對：已收款、已全額退款、從未收款（下單未滿 72 小時的買家可重新付款）；
                                               已收款但庫存不足、仍要出貨時，加 --below-zero 原因

帳務
  export <年-月> [--out 資料夾]                匯出一個月的訂單和款項，兩個試算表可直接開啟的 CSV（要加 --who）
  reconcile <年-月-日>                         和 PayPal（及 LINE Pay）核對一天的帳
  sweep                                        檢查所有未完成的訂單，和排程呼叫的一樣
  recount                                      把庫存、待製作、搜尋和帳全部依訂單重新核對，不同的改正（每天會自動做一次）

個人資料（都要加 --who）
  customer <Email|會員編號> --export [--out 資料夾]
                                               把商店保存的這位顧客的資料存成一個檔案
  customer <Email|會員編號> --erase            刪除法律不要求保存的部分，並列出保留的內容與原因

  訂單編號不分大小寫，可省略 Order。加 --local 使用這台電腦上的商店（npm run local），不用 .env 的設定。`

/** Nobody is named for what has to be done by a person. */
export const NO_PERSON =
  '請加上 --who 和您的店主電子信箱，例如 --who owner@example.com，或設定 SHOP_OWNER；這個指令會記錄操作者。'

/** The named person is no owner. */
export const notAnOwner = (email: string) =>
  toSingleLine(`${email} 不是店主的帳號，資料未變更；店主的權限用 npm run owner -- grant 給。`)

/** Output of a command, and whether it succeeded. */
export type CommandOutput = { readonly text: string; readonly ok: boolean }

/** Output of a command that succeeded unless `ok` says otherwise. */
export const output = (text: string, ok = true): CommandOutput => ({ text, ok })

const CAPTURE_STATUS_LABELS: Readonly<Record<ReviewCapture['status'], string>> = {
  completed: '已收款',
  pending: '審核中',
  declined: '未收款',
  refunded: '已全額退款',
  'partly-refunded': '已部分退款',
  other: '狀態不明',
}

// The provider of the attempt that took it, which another attempt of the order may not share.
function captureLine({ payment }: Order, capture: ReviewCapture): string {
  const { id, reference, status, amount, currency, createTime } = capture
  const attempt = payment?.attempts.find((one) => one.reference === reference)
  const provider = attempt ? PROVIDER_TITLES[providerOf(attempt.method)] : providerTitle(payment)
  return toSingleLine(
    `  ${provider} ${id}  ${CAPTURE_STATUS_LABELS[status]}  ${currency} ${amount}  ${formatTime(new Date(createTime))}`,
  )
}

/** Orders under review, each with its captures and the ways to end it. */
export function reviewsText(
  reviews: readonly { readonly order: Order; readonly captures: readonly ReviewCapture[] }[],
): string {
  if (reviews.length === 0) return '沒有待核對的付款或爭議。'
  const blocks = reviews.map(({ order, captures }) => {
    const nothing = `  ${providerTitle(order.payment)} 沒有任何款項`
    const lines =
      captures.length > 0 ? captures.map((capture) => captureLine(order, capture)) : [nothing]
    return [orderLine(order), ...lines].join('\n')
  })
  const next =
    '確認後請執行：npm run orders -- resolve <訂單編號> paid|refunded|expired --reason 原因'
  return [...blocks, `共 ${reviews.length} 筆`, next].join('\n\n')
}

const refundLabels = (provider: string): Readonly<Record<RefundRequest['state'], string>> => ({
  done: '已退款',
  pending: `${provider} 已受理，尚未完成；完成後會自動記錄`,
  sending: `已送出，正在等 ${provider} 確認；會自動以同一筆退款繼續，請不要改用別的原因再退一次`,
  'by-hand': '已登記；須由店主人工退款，之後到訂單頁填寫日期',
  refused: `${provider} 沒有退款`,
})

/** What became of a refund at the provider that took the money. */
export function refundText(
  { amount, state, notBefore }: Pick<RefundRequest, 'amount' | 'state' | 'notBefore'>,
  provider: string,
): string {
  if (state === 'sending' && notBefore !== undefined)
    return `退款 ${formatPrice(amount)}：已登記；${provider} 目前無法退款，${formatTime(new Date(notBefore))} 之後自動退款`
  return `退款 ${formatPrice(amount)}：${refundLabels(provider)[state]}`
}

/** Result of a sweep in one line. */
export function sweepText({
  looked,
  moved,
  failed,
  unreadable,
  mails,
}: Sweep & { readonly mails: Mailing }): string {
  const bad = unreadable === 0 ? '' : `另有 ${unreadable} 筆訂單資料無法讀取。`
  return `檢查了 ${looked} 筆未完成的訂單，${moved} 筆有進展，${failed} 筆這次查不到，下次再試。${bad}寄出 ${mails.sent} 封信，${mails.later} 封稍後再寄，${mails.failed} 封寄不到。`
}

/** What a comparison of the counters with the orders found and put right. */
export function recountText(counted: Recalculation): CommandOutput {
  const lines = countLines(counted)
  const { orders, unsettled, unreadable, ownerless } = counted
  const moving = `${unsettled} 項的訂單一直在變，這次沒有核對；請稍後再執行一次。`
  const summary =
    lines.length === 0 ? '數字都和訂單相同。' : `改正或要核對的有 ${lines.length} 項：`
  const all = [`核對了 ${orders} 筆訂單。${summary}`, ...lines, ...(unsettled > 0 ? [moving] : [])]
  return output(all.join('\n'), unsettled + unreadable.length + ownerless.length === 0)
}

/** Result of a change of the shipping day, and the orders left to do by hand. */
export function redatedText(
  { product, shipsAbout }: ShippingDate,
  { moved, same, unreadable }: ShipDateChange,
): string {
  const lines = [
    `${moved} 筆訂單的預計出貨日改為 ${shipsAbout}，買家會收到通知；${same} 筆原本就是這一天。`,
    `商品頁的日期請改 content/products/${product}.md 的 estimated_ship_date。`,
    ...unreadableText(unreadable),
  ]
  return lines.join('\n')
}

function findingLine({ provider, what, number, transaction, amount }: Finding): string {
  const facts = [
    number || '（沒有訂單編號）',
    transaction && `${PROVIDER_TITLES[provider ?? 'paypal']} ${transaction}`,
    amount === undefined ? undefined : formatPrice(amount),
  ]
  return toSingleLine(`  ${facts.filter(Boolean).join('  ')}：${disagreementText(what, provider)}`)
}

/** A day's books side by side, and what does not agree. */
export function reconciliationText(
  day: string,
  { findings, readBack, ...paypal }: Reconciliation,
): string {
  const sums = [{ ...paypal, provider: 'paypal' as const }, ...readBack].map(
    ({ provider, sales, sold, refunds, returnedMoney }) =>
      `${day}　${PROVIDER_TITLES[provider]} 收款 ${sales} 筆 ${formatPrice(sold)}，退款 ${refunds} 筆 ${formatPrice(returnedMoney)}`,
  )
  if (findings.length === 0) return [...sums, '和商店的訂單一致。'].join('\n')
  return [...sums, `有 ${findings.length} 處不一致：`, ...findings.map(findingLine)].join('\n')
}

/** Which shop the commands act on, in one line. */
export function shopText(shop: {
  readonly mode: 'local' | 'production'
  readonly NEXT_PUBLIC_SITE_URL: string
  readonly FIREBASE_PROJECT_ID: string
  readonly PAYPAL_ENVIRONMENT: 'sandbox' | 'live'
}): string {
  const { mode, NEXT_PUBLIC_SITE_URL: site, FIREBASE_PROJECT_ID: project } = shop
  if (mode === 'local') return `商店：這台電腦上的練習商店 ${site}`
  const money = shop.PAYPAL_ENVIRONMENT === 'live' ? '真實款項' : 'PayPal 測試環境'
  return `商店：${site}（正式，專案 ${project}，${money}）`
}

/** Sums of a month, and whether PayPal's agree. */
export function moneyText({ totals, hasBooks, findings }: MoneyExport): string[] {
  const { sales, sold, returnedMoney, fees, net, unbooked } = totals
  const sums = `收款 ${sales} 筆 ${formatPrice(sold)}，退回 ${formatPrice(returnedMoney)}，手續費 ${formatPrice(fees)}，淨額 ${formatPrice(net)}`
  if (!hasBooks) return [sums, NO_BOOKS]
  const late = unbooked === 0 ? [] : [`其中 ${unbooked} 筆 PayPal 的帳上還沒有（最多晚三小時）。`]
  const agree =
    findings.length === 0 ? ['和 PayPal 的帳一致。'] : [`有 ${findings.length} 處不一致：`]
  return [sums, ...late, ...agree, ...findings.map(findingLine)]
}

/** Reports what an erasure removed and kept, and why. */
export function erasedText({ hadAccount, orders }: ErasureResult): CommandOutput {
  const lines = orders.map(({ number, erasure }) => `  ${number}  ${erasureText(erasure)}`)
  if (orders.some(({ erasure }) => erasure.kind === 'open')) {
    return output([`${ERASURE_OPEN}：`, ...lines].join('\n'), false)
  }
  const account = hadAccount ? '已刪除帳號、預設收件資料和登入方式。' : '這位顧客沒有帳號。'
  return output([account, ...lines].join('\n'))
}

const number = z
  .string()
  .trim()
  .min(1)
  .transform((text) => readOrderNumber(text) ?? text)
const person = singleLineText(254).refine(isEmail).optional()
const reason = singleLineText(300).default('')
const parcel = { carrier: singleLineText(40).default(''), tracking: singleLineText(60).default('') }
const change = { subject: number, who: person }
const amount = z.union([
  z.enum(['rest', 'all']).transform(() => 'rest' as const),
  z.stringFormat('amount', /^[1-9]\d{0,8}$/).transform(Number),
])
const isSet = z.boolean().default(false)
const oversellReason = singleLineText(200).optional()

/** Every command of the owner with what it takes; the words of the command line as the tools understand them. */
const commandSchema = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('recount') }),
  z.strictObject({ command: z.literal('ship'), ...change, ...parcel, correct: isSet }),
  z.strictObject({
    command: z.literal('complete'),
    ...change,
    reason: singleLineText(300).optional(),
  }),
  z.strictObject({ command: z.literal('cancel'), ...change, reason }),
  z.strictObject({
    command: z.literal('refund'),
    ...change,
    value: amount,
    reason,
    return: z.coerce.number().int().min(1).optional(),
    left: z.coerce.number().int().min(0).optional(),
    restock: isSet,
    'no-restock': isSet,
  }),
  z.strictObject({
    command: z.literal('return'),
    ...change,
    value: z.enum(['accepted', 'refused', 'received', 'preparing', 'exchanged']),
    reason,
    restock: isSet,
    'below-zero': oversellReason,
    ...parcel,
  }),
  z.strictObject({ command: z.literal('review') }),
  z.strictObject({
    command: z.literal('resolve'),
    ...change,
    value: z.enum(REVIEW_ENDS),
    reason,
    'below-zero': oversellReason,
  }),
  z.strictObject({
    command: z.literal('export'),
    subject: z.string().refine(isMonth),
    out: z.string().min(1).default('.'),
    who: person,
  }),
  z.strictObject({ command: z.literal('sweep') }),
  z.strictObject({ command: z.literal('reconcile'), subject: z.string().refine(isDay) }),
  z.strictObject({
    command: z.literal('customer'),
    subject: z.string().transform(readCustomer).pipe(z.string()),
    export: isSet,
    erase: isSet,
    out: z.string().min(1).default('.'),
    who: person,
  }),
  z.strictObject({
    command: z.literal('date'),
    subject: z.string().trim().min(1),
    value: z.string().refine(isDay),
    reason,
    who: person,
  }),
])

/** A command of the owner. */
export type Command = z.infer<typeof commandSchema>

/** A command, a wish to read how the tools are used, or what is wrong with the words. */
export type ParseResult =
  | { readonly command: Command }
  | { readonly help: true }
  | { readonly problem: string }

const TEXTS = 'carrier tracking reason return left below-zero who out'
const FLAGS = ['correct', 'restock', 'no-restock', 'export', 'erase', 'help']

const PARSED_OPTIONS = Object.fromEntries([
  ...TEXTS.split(' ').map((name) => [name, { type: 'string' } as const]),
  ...FLAGS.map((name) => [name, { type: 'boolean' } as const]),
])

// node:util names the option in its English message; only that is taken from it.
function unread(error: TypeError): string {
  const [, option = ''] = /'(-[^' ]*)/.exec(error.message) ?? []
  return error.message.startsWith('Unknown option')
    ? `不認得的選項「${option}」。`
    : `選項 ${option} 後面要寫內容；內容以 - 開頭時，請寫成 ${option}=內容。`
}

type Words = Readonly<Record<string, string | boolean | undefined>>

function problemIn(words: Words, error: z.ZodError): string {
  const [issue] = error.issues
  const command = String(words.command)
  if (issue?.code === 'invalid_union' && issue.path[0] === 'command') {
    return `不認得的指令「${command}」。`
  }
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    if (key === 'subject' || key === 'value') return `多出的內容「${String(words[key])}」。`
    return `指令 ${command} 沒有選項 --${key}。`
  }
  const name = String(issue?.path[0] ?? '')
  const written = words[name] === undefined ? '沒有寫' : `您寫的是「${String(words[name])}」`
  return `${hintFor(command, name)}（${written}）。`
}

/** The command in the words of a command line, or what is wrong with them in one sentence. */
export function parseCommand(words: readonly string[]): ParseResult {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: PARSED_OPTIONS,
      allowPositionals: true,
    })
    const [command, subject, value, ...rest] = positionals
    if (words.includes('--help') || command === undefined) return { help: true }
    if (rest.length > 0) return { problem: `多出的內容「${rest.join(' ')}」。` }
    const input = {
      ...values,
      command,
      ...defined({ subject, value }),
    }
    const parsed = commandSchema.safeParse(input)
    return parsed.success ? { command: parsed.data } : { problem: problemIn(input, parsed.error) }
  } catch (error) {
    if (error instanceof TypeError) return { problem: unread(error) }
    throw error
  }
}
