import { pastedText } from '#lib/text/plain-text.ts'

// The account to which a refund by transfer goes, as its buyer types it. Without a schema, so that the browser has it too.

/** A buyer's bank account: the bank's code of three digits, the account's digits, and whose it is. */
export type RefundAccount = {
  readonly bank: string
  readonly account: string
  readonly holder: string
}

export type AccountField = keyof RefundAccount

/** What is wrong with a field. */
export type AccountProblem = 'missing' | 'unknown-bank' | 'not-digits' | 'too-short' | 'post-office'

/** Banks and the post by their codes at the Central Bank, the most used ones; any other code can be typed. */
export const BANKS: readonly (readonly [code: string, name: string])[] = [
  ['004', '臺灣銀行'],
  ['005', '土地銀行'],
  ['006', '合作金庫'],
  ['007', '第一銀行'],
  ['008', '華南銀行'],
  ['009', '彰化銀行'],
  ['011', '上海商業儲蓄銀行'],
  ['012', '台北富邦銀行'],
  ['013', '國泰世華銀行'],
  ['016', '高雄銀行'],
  ['017', '兆豐銀行'],
  ['048', '王道銀行'],
  ['050', '臺灣企銀'],
  ['052', '渣打銀行'],
  ['053', '台中銀行'],
  ['054', '京城銀行'],
  ['081', '滙豐銀行'],
  ['103', '新光銀行'],
  ['108', '陽信銀行'],
  ['118', '板信銀行'],
  ['147', '三信銀行'],
  ['700', '中華郵政'],
  ['803', '聯邦銀行'],
  ['805', '遠東銀行'],
  ['806', '元大銀行'],
  ['807', '永豐銀行'],
  ['808', '玉山銀行'],
  ['809', '凱基銀行'],
  ['810', '星展銀行'],
  ['812', '台新銀行'],
  ['822', '中國信託'],
  ['823', '將來銀行'],
  ['824', '連線銀行 LINE Bank'],
  ['826', '樂天銀行'],
]

const POST = '700'

/** Names that people have for a bank beside the one in the list. */
const ALSO: Readonly<Record<string, string>> = { 郵局: POST, 中華郵政公司: POST, 中信: '822' }

/** A bank as people read it: its code, with its name where the shop knows it. */
export function bankText(code: string): string {
  const name = BANKS.find(([known]) => known === code)?.[1]
  return name === undefined ? code : `${code} ${name}`
}

const plain = (text: string) => pastedText(text).trim()

// A code, alone or before a name, or a name as the list has it, however 台 is written.
function bankCode(typed: string): string | undefined {
  const text = plain(typed).replaceAll('台', '臺')
  const code = /^\d{3}(?!\d)/.exec(text)?.[0]
  if (code !== undefined) return code
  const name = text.replaceAll(/\s/g, '')
  if (Object.hasOwn(ALSO, name)) return ALSO[name]
  const named = BANKS.find(([, known]) => {
    const whole = known.replaceAll('台', '臺').replaceAll(/\s/g, '')
    return whole === name || whole.replace(/銀行$/, '') === name
  })
  return named?.[0]
}

// Between banks an account has at most 16 digits; one of the post has a book's and an account's number of 7 each.
function accountProblem(bank: string | undefined, account: string): AccountProblem | undefined {
  if (account === '') return 'missing'
  if (!/^\d+$/.test(account)) return 'not-digits'
  if (bank === POST) return account.length === 14 ? undefined : 'post-office'
  return account.length < 10 || account.length > 16 ? 'too-short' : undefined
}

/** The account that was typed, with blanks, dashes and full-width digits as people write them; or what is wrong with it. */
export function readRefundAccount(typed: Readonly<Record<AccountField, string>>):
  | { readonly ok: true; readonly account: RefundAccount }
  | {
      readonly ok: false
      readonly problems: Readonly<Partial<Record<AccountField, AccountProblem>>>
    } {
  const bank = bankCode(typed.bank)
  const account = plain(typed.account).replaceAll(/[\s\p{Dash_Punctuation}\u2212]/gu, '')
  const holder = plain(typed.holder)
  const wrong = accountProblem(bank, account)
  const problems = {
    ...(bank === undefined
      ? ({ bank: plain(typed.bank) === '' ? 'missing' : 'unknown-bank' } as const)
      : {}),
    ...(wrong === undefined ? {} : { account: wrong }),
    ...(holder === '' ? ({ holder: 'missing' } as const) : {}),
  }
  return bank === undefined || Object.keys(problems).length > 0
    ? { ok: false, problems }
    : { ok: true, account: { bank, account, holder } }
}
