'use client'

import card from '#components/ui/radio-card.module.css'
import {
  type Recipient,
  type ShippingMethod,
  EMPTY_RECIPIENT,
  GIFT_NOTE,
} from '#lib/delivery/recipient.ts'
import choiceStyles from './shipping-choice.module.css'
import {
  type KeyboardEvent,
  useCallback,
  useRef,
  useEffect,
  useState,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { TextField, TextAreaField } from '#components/ui/field.tsx'
import discountStyles from './discount-field.module.css'
import { type CheckoutCode, type CheckoutSources, useCheckout } from './use-checkout.ts'
import checkoutFormStyles from './checkout-form.module.css'
import { CHECKOUT_MESSAGES, checkoutNote, waitingWords } from './messages.ts'
import { REPRICED, type useCartCheck } from '#components/cart/use-cart-check.ts'
import { OfferHints, OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { type CartLine, countPieces, lineKey } from '#lib/cart/cart.ts'
import { lineTotal, priceBreakdown } from '#lib/price/price.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import checkoutSummaryStyles from './checkout-summary.module.css'
import { Notice } from '#components/ui/notice.tsx'
import type { Correction } from './correction.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { useRouter } from 'next/navigation'
import { useCart } from '#components/cart/cart-provider.tsx'
import {
  AddressFields,
  PersonFields,
  recipientField,
  type RecipientForm,
} from '#components/delivery/recipient-fields.tsx'
import { StoreChoice } from '#components/delivery/store-choice.tsx'
import type { City } from '#lib/delivery/districts.ts'
import type { CheckoutDraft } from './checkout-storage.ts'
import { returnPlacedCart } from './placed-cart.ts'
import { LinePicture } from '#components/cart/line-picture.tsx'
import { type Buyer, fieldsInOrder } from './use-form-problems.ts'
import { payLabel } from '#components/payment/method-labels.ts'
import { MethodRows } from '#components/payment/method-rows.tsx'

const CHOICES: readonly { method: ShippingMethod; name: string; text: string }[] = [
  { method: 'home', name: '宅配到府', text: '台灣本島與離島' },
  { method: 'store', name: '超商取貨', text: '7-11 或全家（FamilyMart）' },
]

/** Home delivery or a convenience store. */
export function ShippingChoice({
  method,
  onChange,
}: {
  method: ShippingMethod
  onChange: (method: ShippingMethod) => void
}) {
  return (
    <fieldset className={choiceStyles.group}>
      <legend className={choiceStyles.legend}>配送方式</legend>
      <div className={choiceStyles.choices}>
        {CHOICES.map((choice) => (
          <label key={choice.method} className={card.choice}>
            <input
              type="radio"
              name="shippingMethod"
              value={choice.method}
              checked={method === choice.method}
              onChange={() => onChange(choice.method)}
            />
            <span className={card.name}>{choice.name}</span>
            <span className={card.note}>{choice.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The field of a discount code beside the amounts of the checkout, and the code that is applied. */
export function DiscountField({ discount }: { discount: CheckoutCode }) {
  const { applied, typed, problem, pending } = discount
  const box = useRef<HTMLDivElement>(null)
  // What was pressed may be gone, so the focus goes to what came of it, once that is drawn.
  const [asked, setAsked] = useState(0)
  const show = () => setAsked((before) => before + 1)
  useEffect(() => {
    if (asked === 0) return
    box.current?.querySelector<HTMLElement>(applied === undefined ? 'input' : 'p')?.focus()
  }, [asked, applied])
  const apply = async () => {
    if (pending) return
    await discount.apply()
    show()
  }
  // The form around it would place the order.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void apply()
  }
  const remove = () => {
    discount.remove()
    show()
  }
  return applied === undefined ? (
    <div className={discountStyles.field} ref={box}>
      <TextField
        id="discountCode"
        label="折扣碼"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        error={problem}
        onKeyDown={onKeyDown}
        onChange={({ target }) => discount.type(target.value)}
      />
      <Button variant="secondary" pending={pending} onClick={() => void apply()}>
        {pending ? '查詢中…' : '套用'}
      </Button>
    </div>
  ) : (
    <div className={discountStyles.applied} ref={box}>
      <p tabIndex={-1}>
        已套用折扣碼 <strong>{applied}</strong>
      </p>
      <Button variant="quiet" onClick={remove}>
        移除<span className="visually-hidden">折扣碼 {applied}</span>
      </Button>
    </div>
  )
}

/** Items and total in one line above the form on a phone. */
export function ShortSummary({ lines, total }: { lines: readonly CartLine[]; total: number }) {
  return (
    <a className={checkoutSummaryStyles.short} href="#checkout-summary">
      <span>{`${countPieces(lines)} 件`}</span>
      <Price amount={total} />
      <span className={checkoutSummaryStyles.soft}>看訂單內容</span>
    </a>
  )
}

/** Lines, costs and shipping date of the checkout, followed by its children. */
export function CheckoutSummary({
  lines,
  discount,
  checked,
  children,
}: {
  lines: readonly CartLine[]
  discount: CheckoutCode
  checked: ReturnType<typeof useCartCheck>
  children: ReactNode
}) {
  const { noteOf, promise, cancelRight, offers } = checked
  return (
    <section className={checkoutSummaryStyles.summary} aria-labelledby="checkout-summary">
      <div className={checkoutSummaryStyles.head}>
        <h2 id="checkout-summary">訂單內容</h2>
        <Link href={PATHS.cart} prefetch={false}>
          修改購物車
        </Link>
      </div>
      <ul className={checkoutSummaryStyles.lines}>
        {lines.map((line) => {
          const { problem, promise: own, isRepriced } = noteOf(line)
          return (
            <li key={lineKey(line)} className={checkoutSummaryStyles.line}>
              <LinePicture src={line.image} width={64} />
              <div>
                <p className={checkoutSummaryStyles.title}>{noBreak(line.title)}</p>
                <p
                  className={checkoutSummaryStyles.soft}
                >{`${line.color}・${line.size}・${line.quantity} 件`}</p>
              </div>
              <Price amount={lineTotal(line)} />
              {problem === undefined ? (
                <p className={checkoutSummaryStyles.promise}>{own}</p>
              ) : (
                <p className={checkoutSummaryStyles.problem}>{problem}</p>
              )}
              <output className={checkoutSummaryStyles.repriced}>
                {isRepriced ? REPRICED : null}
              </output>
            </li>
          )
        })}
      </ul>
      <OfferHints lines={lines} offers={offers} shipping={discount.price.breakdown.shipping} />
      <DiscountField discount={discount} />
      <OrderAmounts price={discount.price.breakdown} pieces={countPieces(lines)} />
      {promise === undefined || lines.length < 2 ? null : (
        <p className={checkoutSummaryStyles.promise}>{promise}</p>
      )}
      {cancelRight === undefined ? null : (
        <p className={checkoutSummaryStyles.promise}>{cancelRight}</p>
      )}
      {children}
    </section>
  )
}

/**
 * Summary of what is wrong with the checkout, in the order of the form, with a link to each field.
 * Takes the focus when it changes.
 */
export function CheckoutProblems({
  correction,
  fields,
}: {
  correction: Correction | undefined
  fields: readonly { readonly name: string; readonly message: string }[]
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (correction) box.current?.focus()
  }, [correction])
  if (!correction) return null
  return (
    <Notice kind="error" title={correction.message} ref={box}>
      {fields.length + (correction.details?.length ?? 0) === 0 ? null : (
        <ul>
          {fields.map(({ name, message }) => (
            <li key={name}>
              <a href={`#${name}`}>{message}</a>
            </li>
          ))}
          {correction.details?.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {correction.link === undefined ? null : (
        <p>
          <a href={correction.link.path} target="_blank" rel="noopener">
            {correction.link.label}
            <span className="visually-hidden">（在新分頁開啟）</span>
          </a>
        </p>
      )}
    </Notice>
  )
}

type Checkout = CheckoutSources & {
  readonly buyer: Buyer
  readonly cities: readonly City[]
}

function PlaceDoubt({ place }: { place: ReturnType<typeof useCheckout>['place'] }) {
  return place.isAsked ? (
    <label className={checkoutFormStyles.confirm}>
      <input
        type="checkbox"
        checked={place.isConfirmed}
        onChange={({ target }) => place.confirm(target.checked)}
      />
      {CHECKOUT_MESSAGES.placeConfirmed}
    </label>
  ) : null
}

/**
 * Ticks a gift, which goes to somebody else: the buyer's saved name and address make room, and come back. What was
 * typed stays, and comes back with the tick.
 */
function useGift(
  { prefill }: Buyer,
  draft: CheckoutDraft,
  setDraft: (draft: CheckoutDraft) => void,
) {
  const receiver = useRef<Recipient>(undefined)
  return (isGift: boolean) => {
    const { recipient } = draft
    const hasOwn = prefill.phone !== ''
    if (!isGift) receiver.current = recipient
    const isOwn =
      hasOwn && recipient.address === prefill.address && recipient.store === prefill.store
    const given = receiver.current ?? (isOwn ? EMPTY_RECIPIENT : recipient)
    const next = isGift ? given : hasOwn ? prefill : recipient
    const { email, note } = recipient
    setDraft({ ...draft, isGift, recipient: { ...next, email: email || prefill.email, note } })
  }
}

// The specified words, and under them what the press leads to.
function ConfirmWords({ method, amount }: { method: PaymentMethod | undefined; amount: number }) {
  return (
    <span className={checkoutFormStyles.words}>
      確認訂單並付款 {method === undefined ? null : <span>{payLabel(method, amount)}</span>}
    </span>
  )
}

type OnEmptied = { readonly onEmptied: (correction: Correction) => void }

function Form({ buyer, cities, onEmptied, ...sources }: Checkout & OnEmptied) {
  const checkout = useCheckout(buyer, sources, onEmptied)
  const { cart, checked, draft, setDraft, discount, payment, form, busy, ahead } = checkout
  const { total } = discount.price.breakdown
  const recipient: RecipientForm = {
    value: draft.recipient,
    problems: form.problems.recipient,
    isRequired: true,
    onChange: (change) => setDraft({ ...draft, recipient: { ...draft.recipient, ...change } }),
  }
  const tickGift = useGift(buyer, draft, setDraft)
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void checkout.submit()
  }
  return (
    <form className={checkoutFormStyles.columns} data-checkout onSubmit={onSubmit} noValidate>
      <ShortSummary lines={cart.lines} total={total} />
      <div className={checkoutFormStyles.fields}>
        <CheckoutProblems
          correction={form.correction}
          fields={fieldsInOrder(form.problems, draft)}
        />
        <ShippingChoice
          method={draft.method}
          onChange={(method) => setDraft({ ...draft, method })}
        />
        <fieldset className={checkoutFormStyles.group}>
          <legend className={checkoutFormStyles.legend}>收件資料</legend>
          <label className={checkoutFormStyles.confirm}>
            <input
              type="checkbox"
              checked={draft.isGift}
              onChange={({ target }) => tickGift(target.checked)}
            />
            {CHECKOUT_MESSAGES.gift}
          </label>
          {draft.isGift ? (
            <p className={checkoutFormStyles.pay}>{CHECKOUT_MESSAGES.giftTerms}</p>
          ) : null}
          <PersonFields
            form={recipient}
            withEmail={!draft.isGift || draft.recipient.email === ''}
            isPrinted={draft.method === 'store' && buyer.stores !== 'typed'}
          />
          {draft.method === 'home' ? <AddressFields form={recipient} cities={cities} /> : null}
          {draft.method === 'store' ? (
            <StoreChoice from={buyer.stores} form={recipient} cities={cities} />
          ) : null}
          <PlaceDoubt place={checkout.place} />
          <TextAreaField
            {...recipientField(recipient, 'note')}
            {...(draft.isGift ? { label: GIFT_NOTE } : {})}
            optional
            maxLength={500}
          />
        </fieldset>
        <InvoiceFields
          invoice={draft.invoice}
          problems={form.problems.invoice}
          issuesInvoices={buyer.issuesInvoices}
          onChange={(invoice) => setDraft({ ...draft, invoice })}
        />
        <div>
          <MethodRows
            rows={payment.rows}
            chosen={payment.chosen}
            onChoose={payment.choose}
            legendClass={checkoutFormStyles.legend}
          />
          <p className={checkoutFormStyles.pay}>{checkoutNote(buyer.methods)}</p>
        </div>
      </div>
      <CheckoutSummary lines={cart.lines} discount={discount} checked={checked}>
        <Button variant="primary" fullWidth type="submit" pending={busy}>
          {busy ? '處理中…' : <ConfirmWords method={payment.chosen} amount={total} />}
        </Button>
        <output className={checkoutFormStyles.waiting}>
          {ahead === undefined ? null : waitingWords(ahead)}
        </output>
      </CheckoutSummary>
    </form>
  )
}

// Whether the page was just opened, or was come back to, and has shown no lines since: a cart that another tab empties
// stays empty.
function useJustOpened(hasLines: boolean): () => boolean {
  const isOpened = useRef(true)
  useEffect(() => {
    if (hasLines) isOpened.current = false
  }, [hasLines])
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) isOpened.current = true
    }
    // Before the cart reads its storage again.
    window.addEventListener('pageshow', onShow, { capture: true })
    return () => window.removeEventListener('pageshow', onShow, { capture: true })
  }, [])
  return useCallback(() => isOpened.current, [])
}

/** The order's confirmation: what is bought, where it goes, and one button; an empty cart has nothing to confirm. */
export function CheckoutForm(checkout: Checkout) {
  const { ready, lines, replace } = useCart()
  const router = useRouter()
  const [emptied, setEmptied] = useState<Correction | undefined>(undefined)
  const isEmpty = ready && priceBreakdown(lines).total <= 0
  const isLeft = isEmpty && emptied === undefined
  const isOpened = useJustOpened(ready && !isEmpty)
  useEffect(() => {
    if (!isLeft) return
    // Back from the payment page: what the order took out of the cart can be changed and confirmed again.
    const placed = isOpened() ? returnPlacedCart() : []
    if (placed.length > 0) replace(placed)
    else router.replace(PATHS.cart)
  }, [isLeft, isOpened, replace, router])
  if (isEmpty && emptied)
    return (
      <div className={checkoutFormStyles.fields}>
        <CheckoutProblems correction={emptied} fields={[]} />
        <p>
          <ButtonLink variant="primary" href={PATHS.shop}>
            去看看商品
          </ButtonLink>
        </p>
      </div>
    )
  if (!ready || isEmpty)
    return (
      <output className={checkoutFormStyles.waiting} data-checkout>
        載入訂單內容…
      </output>
    )
  return <Form {...checkout} onEmptied={setEmptied} />
}
