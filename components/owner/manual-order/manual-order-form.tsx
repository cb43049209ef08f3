'use client'
import { useState } from 'react'

import { CompanyName } from '#components/checkout/company-name.tsx'
import { INVOICE_FIELD_PROPS, normalizeField } from '#components/checkout/invoice-fields.tsx'
import { AddressFields } from '#components/delivery/address-fields.tsx'
import { PersonFields } from '#components/delivery/person-fields.tsx'
import { StoreChoice } from '#components/delivery/store-choice.tsx'
import { failureText } from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { City } from '#lib/delivery/districts.ts'
import { MANUAL_INVOICE_KINDS } from '#lib/invoice/typed-invoice.ts'
import {
  invoiceFieldsOf,
  invoiceKindIn,
  unitsField,
  unitsIn,
  priceField,
  recipientIn,
  type SaleFields,
  saleIn,
  sumIn,
} from '#lib/owner/sale-form.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { offerLine, ownerReductionName, reductionText } from '#lib/price/reduction-labels.ts'
import type { Product } from '#lib/product/product.ts'
import { typedDigits } from '#lib/text/plain-text.ts'
import stall from './manual-order.module.css'
import {
  MANUAL_INVOICE_LABELS,
  type SaleProblems,
  saleProblems,
  saleText,
} from './sale-problems.ts'
import { SaleReceipts } from './sale-receipts.tsx'
import { type CreateManualSale, useSaleQueue } from './use-sale-queue.ts'
import { WaitingSales } from './waiting-sales.tsx'

/** What the form of sales by hand needs of the shop. */
export type ManualOrderShop = {
  readonly products: readonly Product[]
  /** The offers of the shop that run. */
  readonly offers: readonly OfferTerms[]
  readonly cities: readonly City[]
  readonly stores: 'typed' | 'list' | 'map'
  /** Whether the shop issues invoices by itself, and can look a company's name up. */
  readonly issuesInvoices: boolean
}

type Form = {
  readonly fields: SaleFields
  readonly problems: SaleProblems
  readonly change: (fields: SaleFields) => void
}

type Control = { readonly value: string; readonly checked?: boolean }

/** Props of one field; its id is its name among the fields that are sent. */
function field({ fields, problems, change }: Form, name: string) {
  const value = fields[name] ?? ''
  return {
    id: name,
    value,
    error: problems.messages[name],
    onChange: ({ target }: { readonly target: Control }) => change({ [name]: target.value }),
    // Text typed before hydration exists only in the DOM.
    ref: (control: Control | null) => {
      if (control && control.value !== value) change({ [name]: control.value })
    },
  }
}

function Where({ form }: { form: Form }) {
  return (
    <div className={stall.choices}>
      <SelectField {...field(form, 'place')} label="訂單來源">
        <option value="market">市集</option>
        <option value="telephone">電話或來信</option>
      </SelectField>
      <SelectField {...field(form, 'paidBy')} label="付款方式">
        <option value="cash">現金</option>
        <option value="transfer">轉帳</option>
      </SelectField>
      <SelectField {...field(form, 'delivery')} label="交貨方式">
        <option value="handed-over">當場交貨，不收運費</option>
        <option value="home">宅配到府</option>
        <option value="store">超商取貨</option>
      </SelectField>
    </div>
  )
}

function Units({ form, products }: { form: Form; products: readonly Product[] }) {
  return products.map(({ id, title, price, colors, sizes }) => (
    <div key={id} className={stall.product}>
      {colors.map(({ name }) => (
        <fieldset key={name} className={styles.counted}>
          <legend>
            {title} {name}，{formatPrice(price)}
          </legend>
          {sizes.map((size) => (
            <TextField
              key={size}
              {...field(form, unitsField(id, name, size))}
              label={size}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
            />
          ))}
        </fieldset>
      ))}
      <TextField
        {...field(form, priceField(id))}
        label={`${title}本次單價`}
        optional
        hint={`空白則以 ${formatPrice(price)} 計算；填寫後，下一筆會沿用。`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
      />
    </div>
  ))
}

function ManualReduction({ form }: { form: Form }) {
  return (
    <div className={stall.pair}>
      <TextField
        {...field(form, 'reduction')}
        label="再折讓多少（元）"
        optional
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
      />
      <TextField
        {...field(form, 'reductionReason')}
        label="折讓的原因"
        optional
        hint="若有折讓，請填寫，例如：瑕疵品。"
        maxLength={100}
      />
    </div>
  )
}

function Offers({
  form: { fields, change },
  offers,
}: {
  form: Form
  offers: ManualOrderShop['offers']
}) {
  if (offers.length === 0) return null
  return (
    <fieldset className={stall.group}>
      <legend>優惠</legend>
      <ul className={styles.soft}>
        {offers.map((terms) => (
          <li key={terms.title}>{offerLine(terms)}</li>
        ))}
      </ul>
      <label className={styles.pick}>
        <input
          type="checkbox"
          name="noOffers"
          value="yes"
          checked={fields.noOffers === 'yes'}
          onChange={({ target }) => change({ noOffers: target.checked ? 'yes' : '' })}
        />
        這筆不套用優惠
      </label>
      <p className={styles.soft}>填寫「本次單價」的商品，以該單價計算，不再折扣。</p>
    </fieldset>
  )
}

function InvoiceOfSale({ form, issuesInvoices }: { form: Form; issuesInvoices: boolean }) {
  const { fields, change } = form
  const kind = invoiceKindIn(fields)
  return (
    <fieldset className={stall.group}>
      <legend>發票</legend>
      <SelectField {...field(form, 'invoiceKind')} label="發票類型">
        {MANUAL_INVOICE_KINDS.map((one) => (
          <option key={one} value={one}>
            {MANUAL_INVOICE_LABELS[one]}
          </option>
        ))}
      </SelectField>
      {invoiceFieldsOf(kind).map((name) => (
        <TextField
          key={name}
          {...INVOICE_FIELD_PROPS[name]}
          {...field(form, name)}
          autoComplete="off"
          onChange={({ target }) => change({ [name]: normalizeField(name, target.value) })}
        />
      ))}
      {kind === 'company' && issuesInvoices ? (
        <CompanyName
          taxId={typedDigits(fields.taxId ?? '')}
          company={fields.company ?? ''}
          onTake={(company) => change({ company })}
        />
      ) : null}
      {kind === 'company' ? (
        <label className={styles.pick}>
          <input
            type="checkbox"
            name="print"
            value="yes"
            checked={fields.print === 'yes'}
            onChange={({ target }) => change({ print: target.checked ? 'yes' : '' })}
          />
          印成紙本
        </label>
      ) : null}
    </fieldset>
  )
}

// At a market an address for the invoice's number is enough; what is sent needs all of it.
function Buyer({
  form,
  cities,
  stores,
}: { form: Form } & Pick<ManualOrderShop, 'cities' | 'stores'>) {
  const { fields, problems, change } = form
  const { delivery } = fields
  if (delivery === 'handed-over') {
    return (
      <fieldset className={stall.group}>
        <legend>買家（可以不填）</legend>
        <div className={stall.pair}>
          <TextField
            {...field(form, 'phone')}
            label="手機"
            optional
            inputMode="tel"
            maxLength={30}
          />
          <TextField
            {...field(form, 'email')}
            label="Email"
            optional
            hint="填寫後，買家會收到付款與發票的通知信。"
            inputMode="email"
            maxLength={254}
          />
        </div>
      </fieldset>
    )
  }
  const recipient = {
    value: recipientIn(fields),
    problems: problems.recipient,
    onChange: change,
    isRequired: true,
  }
  return (
    <fieldset className={stall.group}>
      <legend>收件人</legend>
      <p className={styles.soft}>電話訂購的買家若沒有 Email，可以留空，不會寄信。</p>
      <PersonFields form={recipient} isPrinted={delivery === 'store' && stores !== 'typed'} />
      {delivery === 'home' ? <AddressFields form={recipient} cities={cities} /> : null}
      {delivery === 'store' ? (
        <StoreChoice from={stores === 'map' ? 'typed' : stores} form={recipient} cities={cities} />
      ) : null}
      {problems.isPlaceDoubtful || fields.placeConfirmed === 'yes' ? (
        <label className={styles.pick}>
          <input
            type="checkbox"
            name="placeConfirmed"
            value="yes"
            checked={fields.placeConfirmed === 'yes'}
            onChange={({ target }) => change({ placeConfirmed: target.checked ? 'yes' : '' })}
          />
          以上填寫無誤，請照這樣寄送
        </label>
      ) : null}
    </fieldset>
  )
}

function Rest({ form }: { form: Form }) {
  return (
    <details
      open={form.fields.note !== undefined || form.problems.messages.oversellReason !== undefined}
    >
      <summary>備註與超賣</summary>
      <div className={stall.group}>
        <TextAreaField {...field(form, 'note')} label="備註" optional maxLength={500} />
        <TextField
          {...field(form, 'oversellReason')}
          label="超賣的原因"
          optional
          hint="庫存不足、但貨已在手上時才填寫。"
          maxLength={200}
        />
      </div>
    </details>
  )
}

const NO_PROBLEMS: SaleProblems = { messages: {}, recipient: {}, isPlaceDoubtful: false }

const START: SaleFields = {
  place: 'market',
  paidBy: 'cash',
  delivery: 'handed-over',
  invoiceKind: 'carrier',
}

const DOUBTED = '郵遞區號、縣市與鄉鎮市區不一致。若沒有填錯，請勾選後再按一次。'

function useSaleForm({ products, offers, cities }: ManualOrderShop, action: CreateManualSale) {
  const goods = { products, offers }
  const queue = useSaleQueue(action)
  const [fields, setFields] = useState<SaleFields>(START)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [summary, setSummary] = useState<Problems | null>(null)
  const change = (changed: SaleFields) => setFields((before) => ({ ...before, ...changed }))

  const { busy, form } = useSubmit(async (typed) => {
    const sale = { ...fields, ...textFields(typed) }
    const found = saleProblems(sale, goods, cities)
    setProblems(found)
    if (found.isPlaceDoubtful) return setSummary({ title: DOUBTED })
    if (Object.keys(found.messages).length > 0) {
      return setSummary({ title: '尚無法建立，請看這幾項。', fields: found.messages })
    }
    setSummary(null)
    const displayedTotal = String(sumIn(sale, products, offers))
    const answer = await queue.sell({
      key: crypto.randomUUID(),
      soldAt: new Date().toISOString(),
      text: saleText(sale, goods),
      refusal: '',
      fields: { ...sale, displayedTotal },
    })
    if (typeof answer === 'object') {
      return setSummary({
        title: failureText(answer),
        ...(answer.fields ? { fields: answer.fields } : {}),
      })
    }
    // The next sale begins with how this one was sold, at which prices, and with what was typed meanwhile.
    const kept = Object.entries(sale).filter(([name]) => name in START || name.startsWith('price-'))
    setFields((now) => {
      const typedSince = Object.entries(now).filter(([name, value]) => value !== (sale[name] ?? ''))
      return Object.fromEntries([...kept, ...typedSince])
    })
    setProblems(NO_PROBLEMS)
  })
  const open = (sale: { readonly fields: SaleFields }) => setFields(sale.fields)
  return { queue, fields, problems, summary, change, busy, form, open }
}

/** Creates a manual order: taken at a market or by telephone, and paid. */
export function ManualOrderForm({
  action,
  ...shop
}: ManualOrderShop & { action: CreateManualSale }) {
  const { queue, fields, problems, summary, change, busy, form, open } = useSaleForm(shop, action)
  const { products, offers } = shop
  const own = { fields, problems, change }
  const priced = saleIn(fields, products, offers)
  return (
    <>
      <SaleReceipts sold={queue.sold} />
      <WaitingSales queue={queue} open={open} />
      <form {...form} className={styles.form}>
        <ErrorSummary problems={summary} />
        <Where form={own} />
        <Units form={own} products={products} />
        <Offers form={own} offers={shop.offers} />
        <ManualReduction form={own} />
        <InvoiceOfSale form={own} issuesInvoices={shop.issuesInvoices} />
        <Buyer form={own} cities={shop.cities} stores={shop.stores} />
        <Rest form={own} />
        <div className={stall.till}>
          <output>
            應收 <span className={stall.sum}>{priced ? formatPrice(priced.total) : '—'}</span>
            <span className={styles.soft}>　{unitsIn(fields, products)} 件</span>
            {priced?.reductions.map((reduction) => (
              <span key={`${reduction.kind} ${reduction.name}`} className={stall.taken}>
                {ownerReductionName(reduction)} {reductionText(reduction)}
              </span>
            ))}
          </output>
          <Button type="submit" variant="primary" pending={busy}>
            {busy ? '處理中…' : '建立訂單'}
          </Button>
        </div>
      </form>
    </>
  )
}
