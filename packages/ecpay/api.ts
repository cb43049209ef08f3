import { answer, type Call, isObject, type Reply } from '../stand-in/http.ts'
import { INVOICE, LOGISTICS, PAYMENT } from './accounts.ts'
import { actOnCard, cardRoutes } from './card-refunds.ts'
import { codeRoutes } from './codes.ts'
import type { Ecpay, LoggedCall } from './context.ts'
import { type Fault, type Operation, replyOf } from './faults.ts'
import { type InvoiceHandle, InvoiceRefusal, issueRoutes } from './invoices.ts'
import { type FormHandle, logisticsRoutes, plain } from './logistics.ts'
import { lookupRoutes } from './lookups.ts'
import { mapPage } from './pages.ts'
import { FormRefusal, refsOfParcel } from './parcels.ts'
import { confirm, openCashier, queryTrade } from './payments.ts'
import { type Form, macOf, seal, unseal } from './signing.ts'
import { undoRoutes } from './undoing.ts'

const mostCalls = 20_000

function logCall(ecpay: Ecpay, op: Operation, refs: readonly string[]): LoggedCall {
  const log = { at: new Date().toISOString(), op, refs, answer: null, fault: null }
  ecpay.calls.push(log)
  if (ecpay.calls.length > mostCalls) ecpay.calls.shift()
  return log
}

const forbidden: Reply = { ...answer(403, '<html>403 Forbidden</html>'), type: 'text/html' }

/** Does the work of a call between the faults before and after it. `refused` makes the answer of a text fault. */
async function between(
  ecpay: Ecpay,
  log: LoggedCall,
  refused: (fault: Fault) => Reply,
  work: () => Reply,
): Promise<Reply> {
  const before = ecpay.faults.take('before', log)
  log.fault = before?.name ?? null
  if (before?.name === 'forbidden') ecpay.shutUntil = Date.now() + before.delayMs
  if (Date.now() < ecpay.shutUntil) return forbidden
  const replaced = before?.name === 'text' ? refused(before) : await replyOf(before)
  if (replaced !== undefined) return replaced
  const reply = work()
  const after = ecpay.faults.take('after', log)
  log.fault = after?.name ?? log.fault
  return (await replyOf(after)) ?? reply
}

function noteReply(log: LoggedCall, reply: Reply): Reply {
  if (typeof reply === 'object') log.answer = JSON.stringify(reply.body).slice(0, 120)
  return reply
}

function requireForm(form: Form): void {
  if (form['MerchantID'] !== LOGISTICS.merchantId) {
    throw new FormRefusal('10200001 MerchantID Error')
  }
  if (form['CheckMacValue'] !== macOf(form, LOGISTICS)) {
    throw new FormRefusal('CheckMacValue Error')
  }
}

function formRefs(ecpay: Ecpay, form: Form): readonly string[] {
  const id = form['AllPayLogisticsID'] ?? ''
  const number =
    form['MerchantTradeNo'] ?? ecpay.store.parcels.list().find((one) => one.id === id)?.number
  return number === undefined ? id.split(',') : refsOfParcel({ id, number })
}

function handleForm(handle: FormHandle, ecpay: Ecpay, form: Form): Reply {
  try {
    requireForm(form)
    return handle(ecpay, form)
  } catch (error) {
    if (error instanceof FormRefusal) return plain(`0|${error.message}`)
    throw error
  }
}

const refusedForm = ({ text = '' }: Fault): Reply => plain(text)

/** Answers a call of logistics, or undefined for a path that it does not have. */
export async function answerLogistics(ecpay: Ecpay, call: Call): Promise<Reply | undefined> {
  if (call.method !== 'POST') return undefined
  const form = Object.fromEntries(new URLSearchParams(call.body))
  if (call.path === '/Express/map') {
    const log = logCall(ecpay, 'map', formRefs(ecpay, form))
    return between(ecpay, log, refusedForm, () => mapPage(ecpay, form))
  }
  const route = logisticsRoutes[call.path]
  if (route === undefined) return undefined
  const [op, handle] = route
  const log = logCall(ecpay, op, formRefs(ecpay, form))
  return noteReply(
    log,
    await between(ecpay, log, refusedForm, () => handleForm(handle, ecpay, form)),
  )
}

/** Answers a call of the card payments, or undefined for a path that they do not have. */
export async function answerPayments(ecpay: Ecpay, call: Call): Promise<Reply | undefined> {
  if (call.method !== 'POST') return undefined
  const form = Object.fromEntries(new URLSearchParams(call.body))
  const number = form['MerchantTradeNo'] ?? ''
  const refs = [number, form['CustomField1'] ?? ecpay.store.cards.get(number)?.customField ?? '']
  switch (call.path) {
    case '/Cashier/AioCheckOut/V5': {
      const log = logCall(ecpay, 'cashier', refs)
      return between(ecpay, log, refusedForm, () => openCashier(ecpay, form))
    }
    case '/Cashier/QueryTradeInfo/V5': {
      const log = logCall(ecpay, 'query-trade', refs)
      const reply = await between(ecpay, log, refusedForm, () => queryTrade(ecpay, form))
      return noteReply(log, reply)
    }
    case '/CreditDetail/DoAction': {
      const log = logCall(ecpay, 'card-action', refs)
      const reply = await between(ecpay, log, refusedForm, () => actOnCard(ecpay, form))
      return noteReply(log, reply)
    }
    case '/Cashier/Confirm':
      return confirm(ecpay, form)
    default:
      return undefined
  }
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

// As the published clients read it, a list is not sealed.
const OPEN: ReadonlySet<Operation> = new Set<Operation>(['list-issues'])

type Account = typeof INVOICE | typeof PAYMENT

function envelope(data: unknown, op?: Operation, account: Account = INVOICE): Reply {
  return answer(200, {
    MerchantID: account.merchantId,
    RpHeader: { Timestamp: Math.floor(Date.now() / 1000) },
    TransCode: 1,
    TransMsg: 'Success',
    Data: op !== undefined && OPEN.has(op) ? data : seal(data, account),
  })
}

const notCarried = (message: string): Reply =>
  answer(200, {
    MerchantID: INVOICE.merchantId,
    TransCode: 10_100_058,
    TransMsg: message,
    Data: '',
  })

const FRESH_FOR = 600

/** The `Data` of a call, or why it is not carried out. */
function openEnvelope(
  outer: Record<string, unknown>,
  account: Account = INVOICE,
): Record<string, unknown> | string {
  if (outer['MerchantID'] !== account.merchantId) return '特店編號不存在'
  const { Timestamp } = Object(outer['RqHeader'])
  if (Math.abs(Date.now() / 1000 - Number(Timestamp)) > FRESH_FOR) return 'Timestamp已過期'
  try {
    const data = unseal(String(outer['Data']), account)
    return isObject(data) && data['MerchantID'] === account.merchantId ? data : '特店編號不存在'
  } catch {
    return '資料解密錯誤'
  }
}

function handleInvoice(
  [op, handle]: readonly [Operation, InvoiceHandle],
  ecpay: Ecpay,
  data: Record<string, unknown>,
  account: Account = INVOICE,
): Reply {
  try {
    return envelope({ RtnCode: 1, RtnMsg: '成功', ...handle(ecpay, data) }, op, account)
  } catch (error) {
    if (error instanceof InvoiceRefusal) {
      return envelope({ RtnCode: error.code, RtnMsg: error.message }, op, account)
    }
    throw error
  }
}

function invoiceRefs(ecpay: Ecpay, data: Record<string, unknown>): readonly string[] {
  const number = typeof data['InvoiceNo'] === 'string' ? data['InvoiceNo'] : ''
  const relate = ecpay.store.invoices.get(number)?.relateNumber
  const named = [data['RelateNumber'], data['BarCode'], data['LoveCode'], number, relate]
  return named.filter((ref) => typeof ref === 'string' && ref !== '').map(String)
}

const refusedInvoice = ({ code, text }: Fault): Reply => envelope({ RtnCode: code, RtnMsg: text })

/** Answers a call of the invoices, or undefined for a path that they do not have. */
export async function answerInvoices(ecpay: Ecpay, call: Call): Promise<Reply | undefined> {
  const name = /^\/B2CInvoice\/(\w+)$/.exec(call.path)?.[1] ?? ''
  const route = issueRoutes[name] ?? undoRoutes[name] ?? lookupRoutes[name]
  if (call.method !== 'POST' || route === undefined) return undefined
  const data = openEnvelope(jsonOf(call.body))
  if (typeof data === 'string') return notCarried(data)
  const [op] = route
  const log = logCall(ecpay, op, invoiceRefs(ecpay, data))
  return noteReply(
    log,
    await between(ecpay, log, refusedInvoice, () => handleInvoice(route, ecpay, data)),
  )
}

const refusedCode = ({ code, text }: Fault): Reply =>
  envelope({ RtnCode: code, RtnMsg: text }, undefined, PAYMENT)

/** Answers a call about a number for a transfer or a store, or undefined for a path that they do not have. */
export async function answerCodes(ecpay: Ecpay, call: Call): Promise<Reply | undefined> {
  const [, product = '', name = ''] =
    /^\/1\.0\.0\/(Cashier|CreditDetail)\/(\w+)$/.exec(call.path) ?? []
  const route = product === 'CreditDetail' ? cardRoutes[name] : codeRoutes[name]
  if (call.method !== 'POST' || route === undefined) return undefined
  const outer = jsonOf(call.body)
  // A revision beside the time is not carried.
  const hasRevision = 'Revision' in Object(outer['RqHeader'])
  const data = hasRevision ? 'Revision' : openEnvelope(outer, PAYMENT)
  if (typeof data === 'string') return notCarried(data)
  const { MerchantTradeNo: number = Object(data['OrderInfo']).MerchantTradeNo, CustomField } = data
  const { cards, codes } = ecpay.store
  const known = (codes.get(`${number}`) ?? cards.get(`${number}`))?.customField
  const refs = [number, CustomField ?? known].filter((ref) => typeof ref === 'string')
  const log = logCall(ecpay, route[0], refs)
  return noteReply(
    log,
    await between(ecpay, log, refusedCode, () => handleInvoice(route, ecpay, data, PAYMENT)),
  )
}
