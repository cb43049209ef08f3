import { enterOutside } from '../../../e2e/memory/outside.ts'
import { catalogue, offerGoods } from '../checkout.ts'
import type { Services } from '../scenario.ts'
import { CARRIER } from './carrier.ts'
import { decideShipping } from './change-shipping.ts'
import { CASHIER, NUMBERS, setCashier } from './ecpay-cashier.ts'
import { ISSUER } from './issuer.ts'
import { LINE_PAY } from './line-pay.ts'
import { decideOrder, readOrders, rewriteOrder } from './orders.ts'
import { createOrder } from './place-order.ts'
import { PAYPAL } from './provider.ts'
import { storeManualOrder } from './store-manual-order.ts'

let services: Services = {}

/** Sets what the shop of the scenario has besides its payment providers; no process that began before knows of it. */
export function setServices(wanted: Services): void {
  services = wanted
  offerGoods(wanted)
  setCashier(wanted)
}

enterOutside({
  orders: {
    read: readOrders,
    decide: decideOrder,
    rewrite: rewriteOrder,
    place: createOrder,
    decideShipping,
    storeManual: storeManualOrder,
  },
  provider: (name) => {
    if (name === 'ecpay') return CASHIER
    if (name === 'ecpay-code') return NUMBERS
    return name === 'paypal' ? PAYPAL : LINE_PAY
  },
  carrier: () => (services.carrier ? CARRIER : undefined),
  issuer: () => (services.issuer ? ISSUER : undefined),
  products: () => catalogue().products,
  settings: () => ({
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
    LINE_PAY_CHANNEL_ID: 'model',
    ECPAY_PAYMENT_MERCHANT_ID: 'model',
    ECPAY_PAYMENT_METHODS: services.paypalCard ? 'atm,cvs' : 'card,atm,cvs',
    ...(services.charge ? { ECPAY_PAYMENT_REFUNDS: '1' } : {}),
    ...(services.carrier ? { ECPAY_LOGISTICS_MERCHANT_ID: 'model' } : {}),
    ...(services.issuer ? { ECPAY_INVOICE_MERCHANT_ID: 'model' } : {}),
  }),
})
