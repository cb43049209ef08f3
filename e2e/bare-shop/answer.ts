import * as order from '../../app/account/order/[id]/actions.ts'
import { POST as receiveBrowser } from '../../app/api/ecpay/back/route.ts'
import { POST as receiveNumberPush } from '../../app/api/ecpay/code-paid/route.ts'
import { POST as receiveCardPush } from '../../app/api/ecpay/paid/route.ts'
import { POST as receivePush } from '../../app/api/ecpay/parcel/route.ts'
import { POST as receiveEvent } from '../../app/api/paypal/webhook/route.ts'
import { POST as sweep } from '../../app/api/sweep/route.ts'
import * as checkout from '../../app/checkout/actions.ts'
import * as payment from '../../app/checkout/paypal/[id]/actions.ts'
import * as today from '../../app/owner/actions.ts'
import * as sheet from '../../app/owner/order/[id]/actions.ts'
import * as parcels from '../../app/owner/ship/actions.ts'
import { leaveOrReturn, settleOnReturn } from '../../lib/order/payment/settle-shown-orders.ts'
import { requireStaff } from '../../lib/owner/access.ts'
import { findLabels } from '../../lib/owner/ship-orders.ts'

type Action = (...args: readonly unknown[]) => Promise<unknown>

const isAction = (value: unknown): value is Action => typeof value === 'function'

const ACTIONS = new Map<string, Action>(
  [checkout, payment, order, parcels, today, sheet].flatMap((all) =>
    Object.entries(all).flatMap(([name, action]) => (isAction(action) ? [[name, action]] : [])),
  ),
)

/** Titles of the page where LINE Pay returns the buyer. */
const TITLES: Readonly<Record<string, string>> = {
  paid: '付款已收到',
  confirming: '付款確認中',
  open: '付款沒有完成',
  cancelled: '付款沒有完成',
}

async function act(name: string, request: Request): Promise<Response> {
  const action = ACTIONS.get(name)
  if (!action) return new Response(undefined, { status: 404 })
  const args: unknown[] = JSON.parse(await request.text())
  const result = await action(...args)
  return new Response(`0:{"a":"$@1"}\n1:${JSON.stringify(result)}\n`)
}

async function comeBack(url: URL): Promise<Response> {
  const id = url.pathname.split('/').at(-1) ?? ''
  const returned = await settleOnReturn(id, url.searchParams.get('transactionId') ?? '')
  return new Response(`<h1>${TITLES[returned?.status ?? ''] ?? '付款'}</h1>`)
}

type PostedForm = { readonly action: string; readonly fields: Readonly<Record<string, string>> }

function formHtml({ action, fields }: PostedForm): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}"/>`,
  )
  return `<form action="${action}">${inputs.join('')}</form>`
}

// The page that leads to ECPay's cashier, or says how the payment stands.
async function leave(url: URL): Promise<Response> {
  const id = url.pathname.split('/').at(-1) ?? ''
  const { form, returned } = await leaveOrReturn(id, url.searchParams.get('no') ?? '')
  const title = `<h1>${TITLES[returned?.status ?? ''] ?? '付款'}</h1>`
  return new Response(form ? formHtml(form) : title)
}

async function showLabels(url: URL): Promise<Response> {
  await requireStaff()
  const { forms } = await findLabels(url.searchParams.getAll('order'))
  return new Response(forms.map(formHtml).join(''))
}

/** Answers as the built shop does to who buys and pays: its actions, PayPal's events, the sweep, the ways to and from LINE Pay and ECPay. */
export function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const action = request.headers.get('next-action')
  if (action !== null) return act(action, request)
  if (url.pathname === '/api/paypal/webhook') return receiveEvent(request)
  if (url.pathname === '/api/ecpay/parcel') return receivePush(request)
  if (url.pathname === '/api/ecpay/paid') return receiveCardPush(request)
  if (url.pathname === '/api/ecpay/code-paid') return receiveNumberPush(request)
  if (url.pathname === '/api/ecpay/back') return receiveBrowser(request)
  if (url.pathname === '/owner/labels') return showLabels(url)
  if (url.pathname === '/api/sweep') return sweep(request)
  if (url.pathname.startsWith('/checkout/line-pay/')) return comeBack(url)
  if (url.pathname.startsWith('/checkout/ecpay/')) return leave(url)
  return Promise.resolve(new Response(undefined, { status: 404 }))
}
