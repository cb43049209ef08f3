import { POST as receivePush } from '../../app/api/ecpay/parcel/route.ts'
import { POST as receiveEvent } from '../../app/api/paypal/webhook/route.ts'
import { POST as sweep } from '../../app/api/sweep/route.ts'
import * as checkout from '../../app/checkout/actions.ts'
import * as today from '../../app/owner/actions.ts'
import * as parcels from '../../app/owner/ship/actions.ts'
import * as payment from '../../app/checkout/paypal/[id]/actions.ts'
import * as order from '../../app/account/order/[id]/actions.ts'
import { findLabels } from '../../lib/owner/ship-orders.ts'
import { requireStaff } from '../../lib/owner/access.ts'
import { settleOnReturn } from '../../lib/order/payment/settle-shown-orders.ts'

type Action = (...args: readonly unknown[]) => Promise<unknown>

const isAction = (value: unknown): value is Action => typeof value === 'function'

const ACTIONS = new Map<string, Action>(
  [checkout, payment, order, parcels, today].flatMap((all) =>
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

async function showLabels(url: URL): Promise<Response> {
  await requireStaff()
  const { forms } = await findLabels(url.searchParams.getAll('order'))
  const html = forms.map(({ action, fields }) => {
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}"/>`,
    )
    return `<form action="${action}">${inputs.join('')}</form>`
  })
  return new Response(html.join(''))
}

/** Answers as the built shop does to who buys and pays: its actions, PayPal's events, the sweep, the way back from LINE Pay. */
export function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const action = request.headers.get('next-action')
  if (action !== null) return act(action, request)
  if (url.pathname === '/api/paypal/webhook') return receiveEvent(request)
  if (url.pathname === '/api/ecpay/parcel') return receivePush(request)
  if (url.pathname === '/owner/labels') return showLabels(url)
  if (url.pathname === '/api/sweep') return sweep(request)
  if (url.pathname.startsWith('/checkout/line-pay/')) return comeBack(url)
  return Promise.resolve(new Response(undefined, { status: 404 }))
}
