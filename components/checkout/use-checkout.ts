'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'

import { sendAnalyticsEvent } from '#components/analytics/send-analytics-event.ts'
import { useCart } from '#components/cart/cart-provider.tsx'
import { type CheckCart, useCartCheck } from '#components/cart/use-cart-check.ts'
import { saveLastMethod, readLastMethod } from '#components/payment/last-method.ts'
import { checkoutRows, chosenRow } from '#components/payment/method-labels.ts'
import { callAction, type LostCall, lostCall } from '#components/ui/call-action.ts'
import { loadNeeded } from '#components/ui/load-needed.ts'
import type { CartLine } from '#lib/cart/cart.ts'
import { typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { invoiceOf, typedInvoice } from '#lib/invoice/typed-invoice.ts'
import type { OrderRequestInput } from '#lib/order/order-request.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { loginPath, PATHS, paymentPath } from '#lib/routes/paths.ts'
import type { CheckoutDraft } from './checkout-draft.ts'
import { type CheckoutKey, checkoutKey, renewCheckoutKey } from './checkout-key.ts'
import type { Correction, PlaceOrderAnswer } from './correction.ts'
import { CHECKOUT_MESSAGES, codeSentence } from './messages.ts'
import { setPayNow } from './pay-now.ts'
import { savePlacedCart } from './placed-cart.ts'
import { type CheckCode, type CheckoutCode, useDiscount } from './use-discount.ts'
import { type Buyer, useDraft } from './use-draft.ts'
import { useFormProblems } from './use-form-problems.ts'
import { useTurn } from './use-turn.ts'

/** The server action that places an order, passed by the page. */
export type PlaceOrder = (request: OrderRequestInput) => Promise<PlaceOrderAnswer>

function requestOf(
  lines: readonly CartLine[],
  { recipient, method, invoice, isGift }: CheckoutDraft,
  { applied, price }: CheckoutCode,
) {
  return {
    ...(applied === undefined ? {} : { code: applied }),
    lines: lines.map(({ id, color, size, quantity }) => ({ id, color, size, quantity })),
    displayedTotal: price.breakdown.total,
    shippingMethod: method,
    recipient: typedRecipient(recipient, method),
    invoice: invoiceOf(typedInvoice(invoice)),
    ...(isGift ? { gift: true as const } : {}),
  }
}

type Refused = Exclude<PlaceOrderAnswer, { readonly ok: true }>

// A failure that the server could tell of has a reference.
const isLost = (refusal: Refused | LostCall): refusal is LostCall =>
  refusal.code === 'network' || (refusal.code === 'unavailable' && !('reference' in refusal))

const lost = (code: LostCall['code']): Correction => ({
  message: CHECKOUT_MESSAGES.failed,
  details: [CHECKOUT_MESSAGES[code]],
})

// The words for a refusal come with it.
async function correctionOf(
  lines: readonly CartLine[],
  refusal: Refused | LostCall,
): Promise<Correction> {
  if (isLost(refusal)) return lost(refusal.code)
  const late = await loadNeeded(() => import('./correction.ts'))
  return late.ok ? late.data.correctedCart(lines, refusal) : lost(late.code)
}

// Asks once about each place that the list does not contain.
function usePlaceDoubt({ recipient, method }: CheckoutDraft) {
  const { city, area, zipcode } = recipient
  const place = JSON.stringify([city, area, zipcode])
  const [doubted, setDoubted] = useState('')
  const [confirmed, setConfirmed] = useState('')
  return {
    isAsked: method === 'home' && doubted === place,
    isConfirmed: confirmed === place,
    ask: () => setDoubted(place),
    confirm: (isRight: boolean) => setConfirmed(isRight ? place : ''),
  }
}

/** The payment method of a checkout: the one chosen last in this browser, as long as the total allows it. */
function usePaymentChoice({ methods, isVerified, inApp }: Buyer, amount: number) {
  const [wanted, setWanted] = useState(readLastMethod)
  const rows = checkoutRows(methods, { amount, isVerified, inApp })
  const choose = (method: PaymentMethod) => {
    setWanted(method)
    saveLastMethod(method)
  }
  return { rows, chosen: chosenRow(rows, wanted), choose }
}

// Resets the form when the page is restored from the back/forward cache.
function useShownAgain(onShown: () => void) {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onShown()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  })
}

/** The actions of the page, and the offers that ran when it was made. */
export type CheckoutSources = {
  readonly placeOrder: PlaceOrder
  readonly checkCode: CheckCode
  readonly checkCart: CheckCart
  readonly offers: readonly OfferTerms[]
}

/**
 * State of the checkout form and its submission. `onEmptied` receives the reason when no line is
 * left.
 */
export function useCheckout(
  buyer: Buyer,
  { placeOrder, checkCode, checkCart, offers }: CheckoutSources,
  onEmptied: (correction: Correction) => void,
) {
  const cart = useCart()
  const router = useRouter()
  const [draft, keep] = useDraft(buyer)
  const place = usePlaceDoubt(draft)
  const form = useFormProblems(draft, buyer.stores !== 'typed')
  const turn = useTurn()
  const checked = useCartCheck(cart.lines, checkCart, offers)
  const discount = useDiscount(cart.lines, checked.offers, checkCode)
  const payment = usePaymentChoice(buyer, discount.price.breakdown.total)
  const { setCorrection } = form
  const setDraft = (next: CheckoutDraft) => {
    keep(next)
    form.recheck(next)
  }
  const isCheckoutSent = useRef(false)
  useEffect(() => {
    if (isCheckoutSent.current || cart.lines.length === 0) return
    isCheckoutSent.current = true
    sendAnalyticsEvent({ name: 'begin_checkout', items: cart.lines })
  }, [cart.lines])
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  useShownAgain(() => {
    sending.current = false
    setBusy(false)
  })

  async function send(): Promise<'leaving' | undefined> {
    const contents = requestOf(cart.lines, draft, discount)
    const order = { ...contents, placeConfirmed: place.isConfirmed }
    const ask = (key: CheckoutKey) =>
      turn.ask(() => callAction(placeOrder, { ...key, ...order }).catch(lostCall))
    // Proven since, the same contents are another order: one that may be paid by a number.
    const confirmed = [buyer.member, buyer.isVerified, contents]
    const first = await ask(await checkoutKey(confirmed))
    // The earlier confirmation was cancelled, so the same contents are ordered again.
    const isEnded = !first.ok && first.code === 'ended'
    const answer = isEnded ? await ask(await renewCheckoutKey(confirmed)) : first
    if (answer.ok) {
      savePlacedCart(answer.id, cart.lines)
      setPayNow(answer.id)
      window.location.assign(paymentPath(answer.id, payment.chosen))
      return 'leaving'
    }
    if (answer.code === 'signed-out') {
      setCorrection({ message: CHECKOUT_MESSAGES.signedOut })
      router.push(loginPath(PATHS.checkout))
      return 'leaving'
    }
    if (answer.code === 'place-unlisted') place.ask()
    if (answer.code === 'discount') discount.refuse(codeSentence(answer.problem))
    const found = await correctionOf(cart.lines, answer)
    if (found.offers) checked.setOffers(found.offers)
    setCorrection(found)
    if (found.lines?.length === 0) onEmptied(found)
    if (found.lines) cart.replace(found.lines)
    return undefined
  }

  async function submit(): Promise<void> {
    if (sending.current || !form.check()) return
    sending.current = true
    setBusy(true)
    const outcome = await send()
    sending.current = outcome === 'leaving'
    setBusy(outcome === 'leaving')
  }

  return {
    cart,
    checked,
    draft,
    setDraft,
    discount,
    payment,
    place,
    form,
    busy,
    ahead: turn.ahead,
    submit,
  }
}
