import {
  CheckoutPaymentIntent,
  OrderApplicationContextShippingPreference,
  OrderApplicationContextUserAction,
  type OrderRequest,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk'
import type { Recipient } from '../../delivery/recipient.ts'
import type { OrderToPay } from '../../order/payment/provider.ts'
import { BRAND } from '../../company/company.ts'

const LANGUAGE = 'zh-TW'

// PayPal refuses empty strings, so what the recipient did not give is left out.
function optionalEntry<Name extends string>(
  name: Name,
  value: string,
): Partial<Record<Name, string>> {
  const entry: Partial<Record<Name, string>> = {}
  if (value !== '') entry[name] = value
  return entry
}

// PayPal's pattern (developer.paypal.com, Orders v2, email); another address is left out, so that it blocks no payment.
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/

function payer({ email, firstName, lastName, ...rest }: Recipient) {
  const address = {
    ...optionalEntry('addressLine1', rest.address),
    ...optionalEntry('adminArea2', rest.area),
    ...optionalEntry('adminArea1', rest.city),
    ...optionalEntry('postalCode', rest.zipcode),
  }
  return {
    ...optionalEntry('emailAddress', EMAIL.test(email) ? email : ''),
    name: { ...optionalEntry('givenName', firstName), ...optionalEntry('surname', lastName) },
    ...(rest.address === '' ? {} : { address: { ...address, countryCode: 'TW' } }),
  }
}

function purchaseUnit({ id, orderNumber, totalAmount }: OrderToPay) {
  return {
    referenceId: 'default',
    description: `OURTEE ${orderNumber}`,
    customId: id,
    amount: { currencyCode: 'TWD', value: String(totalAmount) },
  }
}

/**
 * The body of PayPal's create call (developer.paypal.com, Orders v2): one unit, TWD without decimals, no
 * shipping. `invoiceId` is the number under which PayPal has the order, once per account.
 */
export function orderRequest(order: OrderToPay, invoiceId = order.orderNumber): OrderRequest {
  const { recipient, returnUrl, cancelUrl } = order
  const purchaseUnits = [{ ...purchaseUnit(order), invoiceId }]
  const common = { intent: CheckoutPaymentIntent.Capture, purchaseUnits }
  switch (order.method) {
    case 'paypal':
      return {
        ...common,
        paymentSource: {
          paypal: {
            ...payer(recipient),
            experienceContext: {
              brandName: BRAND,
              locale: LANGUAGE,
              shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
              userAction: PaypalExperienceUserAction.PayNow,
              returnUrl,
              cancelUrl,
            },
          },
        },
      }
    default:
      // Deprecated fields, but the only ones for a guest's card; confirm in PayPal's sandbox before the first sale.
      return {
        ...common,
        payer: payer(recipient),
        applicationContext: {
          brandName: BRAND,
          locale: LANGUAGE,
          shippingPreference: OrderApplicationContextShippingPreference.NoShipping,
          userAction: OrderApplicationContextUserAction.PayNow,
          returnUrl,
          cancelUrl,
        },
      }
  }
}

/** A stretch of time, in milliseconds. */
export type DateRange = { readonly from: number; readonly until: number }

/** Reads one page of a range and its total; undefined if the range has too many. */
type ReadPage<Item> = (
  stretch: DateRange,
  page: number,
) => Promise<{ readonly items: readonly Item[]; readonly pages: number } | undefined>

/** A range has too many items even at its shortest. */
export class StretchTooFull extends Error {
  override readonly name = 'StretchTooFull'
}

/** PayPal's times are in seconds. */
const SHORTEST = 2000

/** Reads all pages of a range, halving it while it has too many. Throws StretchTooFull. */
export async function readWhole<Item>(
  stretch: DateRange,
  readPage: ReadPage<Item>,
): Promise<readonly Item[]> {
  const { from, until } = stretch
  const all: Item[] = []
  for (let number = 1; ; number += 1) {
    const found = await readPage(stretch, number)
    if (!found) break
    all.push(...found.items)
    if (number >= found.pages) return all
  }
  if (until - from < SHORTEST) throw new StretchTooFull(new Date(from).toISOString())
  const middle = Math.floor((from + until) / 2)
  const first = await readWhole({ from, until: middle }, readPage)
  return [...first, ...(await readWhole({ from: middle, until }, readPage))]
}
