import { buyerPage, escape, htmlReply, select } from '../stand-in/buyer-page.ts'
import { answer, type Call, header, type Reply } from '../stand-in/http.ts'
import type { LinePay } from './context.ts'
import { approve, end, expireOverdue } from './payments.ts'
import { methods, type Payment } from './records.ts'

const methodText = [
  ['card', '信用卡'],
  ['balance', '帳戶餘額'],
  ['points', '信用卡，折抵 LINE POINTS 10 點'],
] as const

const outcomes = [
  ['ok', '付款成功'],
  ['1142', '餘額不足（1142）'],
  ['1280', '信用卡暫時無法使用（1280）'],
  ['1110', '這張卡不能用（1110）'],
  ['2024', '超過店家的上限（2024）'],
] as const

const accent = '#06663b'

function page(title: string, main: string, status = 200, targets = ''): Reply {
  const shown = { title: `${title}（本機模擬）`, main: `<h1>${title}</h1>${main}`, accent }
  return htmlReply(status, (nonce) => buyerPage(shown, nonce), targets)
}

/** The shop's return address with both ids, as LINE Pay appends them. */
function addressAfter(address: string, { id, orderId }: Payment): string {
  const url = new URL(address)
  url.searchParams.append('orderId', orderId)
  url.searchParams.append('transactionId', id)
  return url.href
}

function waitingPage(payment: Payment): Reply {
  const id = `<input type="hidden" name="transactionReserveId" value="${payment.reserveId}">`
  const main = `<dl><dt>商店</dt><dd>OURTEE 共衣</dd><dt>說明</dt><dd>${escape(payment.productName)}</dd>
<dt>金額</dt><dd class="total">NT$${payment.amount.toLocaleString('en-US')}</dd></dl>
<form method="post" action="/web/payment/approve">${id}
<label for="method">付款方式</label>${select('method', methodText)}
<details><summary>測試情境</summary><label for="outcome">這筆付款的結果</label>${select('outcome', outcomes)}</details>
<button type="submit">同意付款</button>
<button class="plain" type="submit" name="after" value="stay">同意付款，但不回商店</button></form>
<form method="post" action="/web/payment/cancel">${id}<button class="plain" type="submit">取消</button></form>`
  const origins = [payment.confirmUrl, payment.cancelUrl].map((url) => new URL(url).origin)
  // A form that ends at the shop by a redirect needs the shop in the policy.
  return page('LINE Pay 付款', main, 200, [...new Set(origins)].join(' '))
}

function redirect(to: string): Reply {
  return { ...answer(303, ''), headers: { location: to, 'referrer-policy': 'no-referrer' } }
}

function approvePayment(linePay: LinePay, payment: Payment, fields: URLSearchParams): Reply {
  const method = methods.find((one) => one === fields.get('method')) ?? 'card'
  const outcome = outcomes.find(([code]) => code === fields.get('outcome'))?.[0] ?? 'ok'
  const done = approve(linePay, payment, { method, outcome })
  if (fields.get('after') === 'stay') return page('已同意付款', '<p>可以關閉這個視窗。</p>')
  return redirect(addressAfter(done.confirmUrl, done))
}

/** Answers the approval page below /web/payment. */
export function answerPage(linePay: LinePay, call: Call): Reply {
  const fields = call.method === 'POST' ? new URLSearchParams(call.body) : call.query
  // The buyer approves on this page only: a form on another page cannot do it for them.
  const from = header(call, 'origin') ?? 'null'
  if (from !== 'null' && from !== linePay.base) return page('無法付款', '<p>Forbidden</p>', 400)
  const reserveId = fields.get('transactionReserveId')
  const found = linePay.store.payments.list().find((one) => one.reserveId === reserveId)
  const payment = found && expireOverdue(linePay, found, Date.now())
  if (payment?.state !== 'PENDING')
    return page('無法付款', '<p>這筆付款不存在，或已經結束。</p>', 400)
  switch (`${call.method} ${call.path}`) {
    case 'GET /web/payment/wait':
      return waitingPage(payment)
    case 'POST /web/payment/approve':
      return approvePayment(linePay, payment, fields)
    case 'POST /web/payment/cancel':
      return redirect(addressAfter(payment.cancelUrl, end(linePay, payment, 'CANCELLED')))
    default:
      return answer(404, { error: 'No such page.' })
  }
}
