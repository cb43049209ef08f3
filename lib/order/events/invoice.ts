import { INVOICE_ALARM_LABELS } from '#lib/invoice/invoice-labels.ts'
import type { Invoicing, InvoiceDocument } from '#lib/invoice/invoice-schema.ts'
import {
  completedDocuments,
  isReplacing,
  openDocument,
  withoutReplacement,
} from '#lib/invoice/invoice-state.ts'
import { ownNumber } from '#lib/invoice/own-number.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import { IN_FLIGHT, later } from '#lib/operation/timing.ts'
import type { Order } from '#lib/order/order.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { INVOICE_EVENT_DATA } from './data/invoice.ts'
import { effectsFor, type Happened, type MailContext, type Notification } from './entry.ts'

const DOCUMENT_LABELS = { void: '作廢發票', allowance: '開立折讓單' } as const

/** Events of an order's invoice, and of the voids and allowances on it. */
export const INVOICE_EVENTS = effectsFor(INVOICE_EVENT_DATA, {
  'invoice.recorded': {
    apply(order, { at, data: { invoiceNumber } }) {
      const recorded = { ...order, invoiceNumber }
      const { state, unanswered } = order.invoicing ?? {}
      return state === 'sending' || unanswered
        ? withInvoicing(recorded, at, (one) => ({ ...one, state: 'sending' }))
        : recorded
    },
    words: ({ invoiceNumber }) => ({ what: '登記發票號碼', why: invoiceNumber }),
  },
  'invoice.corrected': {
    apply: (order, { at, data: { after } }) =>
      withInvoicing(after ? { ...order, invoice: after } : order, at, (one) => one),
    words: ({ before }) => ({
      what: '更正發票資料',
      why: before ? `原為 ${invoiceText(before)}` : '',
    }),
  },
  'invoice.replacement-requested': {
    apply: (order, { at, data: { after } }) => ({
      ...withInvoicing(order, at, (one) => ({
        ...one,
        ...(after ? { replacement: after } : {}),
      })),
      invoiceChecks: 0,
    }),
    words: ({ after }) => ({
      what: '作廢原發票，照更正的資料重開',
      why: after ? invoiceText(after) : '',
    }),
  },
  'invoice.replaced': {
    apply(order, { at, data }) {
      const { invoicing, invoiceNumber: _void, invoice: before, ...rest } = order
      if (!invoicing) return order
      const { relateNumber, number = '', issuedAt = at, former = [], replacement } = invoicing
      const invoice = replacement ?? before
      return {
        ...withoutAlarm(rest),
        ...(invoice ? { invoice } : {}),
        invoicing: {
          relateNumber: data.relateNumber,
          amount: invoicing.amount,
          state: 'wished',
          documents: [],
          former: [...former, { relateNumber, number, issuedAt }],
        },
        invoiceCheckAt: at,
        invoiceChecks: 0,
      }
    },
    words: () => ({ what: '原發票已作廢，等待重開' }),
  },
  'invoice.replacement-refused': {
    apply: (order, { at }) =>
      withInvoicing(order, at, (one) => ({
        ...withoutReplacement(one),
        documents: completedDocuments(one),
      })),
    words: () => ({ what: '原發票未作廢，照舊' }),
  },
  'invoice.due': {
    apply: (order, { at, data }) => ({
      ...order,
      invoicing: { ...data, state: 'wished', documents: [] },
      invoiceCheckAt: at,
    }),
    words: (data) => ({ what: '等待開立電子發票', why: formatPrice(data.amount) }),
  },
  'invoice.requested': {
    apply: (order, { at, data }) => ({
      ...withInvoicing(order, whenAnswered(at), ({ unchangedAt: _unchanged, ...one }) => ({
        ...one,
        ...(one.state === 'sending' ? { unanswered: true } : {}),
        ...data,
        state: 'sending',
        sentAt: at,
      })),
      invoiceChecks: (order.invoiceChecks ?? 0) + 1,
    }),
    words: () => ({ what: '送出發票' }),
  },
  'invoice.missing': {
    apply: (order, { at }) =>
      withInvoicing(order, whenAnswered(at), (one) => ({ ...one, unchangedAt: at })),
    words: () => ({ what: '綠界尚查不到發票' }),
  },
  'invoice.not-issued': {
    apply: (order, { at }) =>
      withInvoicing(order, whenAnswered(at), (one) => ({ ...one, state: 'wished' })),
    words: () => ({ what: '綠界尚未開立發票，會再試' }),
  },
  'invoice.refused': {
    apply: (order, { data }) =>
      withInvoicing(order, null, (one) => ({ ...one, ...data, state: 'failed' })),
    words: (data) => ({ what: '綠界未開立發票', why: data.issue }),
  },
  'invoice.issued': {
    // The owner's own number stays. A refund may have come meanwhile, so the next look is at once.
    apply(order, { at, data: { invoiceNumber: number, random, issuedAt } }) {
      const issued = withInvoicing(withoutAlarm(order), at, (one) => {
        const { claim: _claim, sentAt: _sentAt, issue: _issue, ...asked } = one
        return { ...settled(asked), number, random, issuedAt, state: 'issued' }
      })
      return { ...issued, invoiceNumber: order.invoiceNumber ?? number }
    },
    words: ({ invoiceNumber, random }) => ({
      what: '開立電子發票',
      why: `${invoiceNumber}，隨機碼 ${random}`,
    }),
    // Beside one of the owner's own, the owner decides which of the two the buyer gets.
    mail({ data }, { order }) {
      if (order.invoiceNumber !== data.invoiceNumber) return []
      const { former } = order.invoicing ?? {}
      const before = former?.at(-1)?.number
      const replaced = before === undefined ? '' : `原本的發票 ${before} 已作廢，請以這一張為準。`
      return [
        {
          event: `invoice-issued${former?.length ?? ''}`,
          kind: 'invoice-issued',
          values: { ...invoiceValues(order), invoice_replaces: replaced },
        },
      ]
    },
  },
  'invoice.dropped': {
    apply: (order) =>
      withInvoicing(withoutAlarm(order), null, (one) => ({ ...settled(one), state: 'dropped' })),
    words: () => ({ what: '無須開立發票' }),
  },
  'document.requested': {
    apply: (order, { at, data }) =>
      withDocument(order, whenAnswered(at), { ...data, state: 'sending', sentAt: at }),
    words: ({ kind, amount: undone }) => ({
      what: `送出${DOCUMENT_LABELS[kind]}`,
      why: formatPrice(undone),
    }),
  },
  'document.missing': {
    apply(order, { at, data }) {
      const open = order.invoicing && openDocument(order.invoicing, data.claim)
      return open ? withDocument(order, whenAnswered(at), { ...open, unchangedAt: at }) : order
    },
    words: () => ({ what: '綠界尚查不到作廢或折讓' }),
  },
  'document.refused': {
    apply: (order, { data }) =>
      withInvoicing(order, null, (one) => ({
        ...one,
        documents: completedDocuments(one),
        issue: data.issue,
      })),
    words: (data) => ({ what: '綠界未作廢發票或開立折讓單', why: data.issue }),
  },
  'void.refused': {
    apply: (order, { at }) =>
      withInvoicing(order, at, (one) => ({
        ...one,
        documents: completedDocuments(one),
        isAllowanceOnly: true,
      })),
    words: () => ({ what: '綠界無法作廢這張發票，改開立折讓單' }),
  },
  'invoice.voided': {
    apply: voided,
    words: (data) => ({ what: '作廢發票', why: formatPrice(data.amount) }),
    mail: undoneMails('發票已作廢'),
  },
  'allowance.issued': {
    apply(order, { at, data }) {
      const { allowance: number, before, ...made } = data
      const open = order.invoicing && openDocument(order.invoicing, made.claim)
      const document = open
        ? { ...seen(open), ...(number ? { allowance: number } : {}) }
        : ({
            ...made,
            kind: 'allowance',
            before: before ?? 0,
            sentAt: at,
            isElsewhere: true,
          } as const)
      const allowed = withDocument(withoutDocumentAlarm(order), at, { ...document, state: 'done' })
      // With all the money back nothing is issued in its place.
      return withInvoicing(allowed, at, (one) =>
        isReplacing(order, one) ? one : withoutReplacement(one),
      )
    },
    words: (data) => ({
      what: '開立折讓單',
      why: `${formatPrice(data.amount)} ${data.allowance}`.trim(),
    }),
    mail: undoneMails('已開立折讓單'),
  },
  'allowance.voided': {
    apply: (order, { data }) =>
      withInvoicing(withoutDocumentAlarm(order), null, ({ isToCompare: _isToCompare, ...one }) => ({
        ...one,
        documents: one.documents.filter((document) => !data.claims.includes(document.claim)),
      })),
    words: (data) => ({
      what: '多開的折讓在綠界已經作廢',
      why: `${formatPrice(data.amount)} ${data.allowance}`.trim(),
    }),
  },
  'invoice.found-void': { apply: voided, words: () => ({ what: '發票在綠界已經作廢' }) },
  'invoice.compared': {
    apply: (order) =>
      withInvoicing(
        withoutDocumentAlarm(order),
        null,
        ({ isToCompare: _isToCompare, ...one }) => one,
      ),
    words: () => ({ what: '發票和綠界的紀錄相符' }),
  },
  'invoice.alarmed': {
    apply: (order, { data }) => ({ ...order, invoiceAlarm: data.alarm }),
    words: (data) => ({
      what: '發票待處理',
      why: data.words || INVOICE_ALARM_LABELS[data.alarm],
    }),
    mail({ data }, { numbered }) {
      const values = {
        invoice_news: INVOICE_ALARM_LABELS[data.alarm],
        invoice_words: data.words,
      }
      return [{ event: numbered('invoice-alarm'), kind: 'owner-invoice', values }]
    },
  },
  'invoice.settled': {
    apply: withoutDocumentAlarm,
    words: (data) => ({ what: '店主處理了發票的提醒', why: INVOICE_ALARM_LABELS[data.alarm] }),
  },
  'invoice.retried': {
    apply: (order, { at }) => ({
      ...withInvoicing(withoutDocumentAlarm(order), at, (one) => {
        if (one.state === 'issued') return { ...one, isToCompare: true }
        if (one.state !== 'failed') return one
        return { ...one, state: one.unanswered ? 'sending' : 'wished' }
      }),
      invoiceChecks: 0,
    }),
    words: (data) => ({ what: '發票再試一次', why: INVOICE_ALARM_LABELS[data.alarm] }),
  },
})

// Until an answer, or until nothing can be on its way any more.
const whenAnswered = (at: string) => later(new Date(at), IN_FLIGHT)

function withInvoicing(
  order: Order,
  invoiceCheckAt: string | null,
  change: (invoicing: Invoicing) => Invoicing,
): Order {
  const { invoicing } = order
  return invoicing ? { ...order, invoicing: change(invoicing), invoiceCheckAt } : order
}

// One paper is open at a time.
function withDocument(order: Order, next: string, document: InvoiceDocument): Order {
  return withInvoicing(order, next, (one) => ({
    ...one,
    documents: [...completedDocuments(one), document],
  }))
}

// What no request has left open.
function settled(invoicing: Invoicing): Invoicing {
  const { unanswered: _unanswered, unchangedAt: _unchangedAt, ...known } = invoicing
  return known
}

function seen({ unchangedAt: _unchangedAt, ...document }: InvoiceDocument): InvoiceDocument {
  return document
}

type Voided = Happened<{ readonly claim: string; readonly amount: number }>

// A void that no request of the shop sent was made at the issuer's own pages.
function voided(order: Order, { at, data }: Voided): Order {
  return withInvoicing(withoutAlarm(order), at, (invoicing) => {
    const { isToCompare: _isToCompare, ...known } = withoutReplacement(invoicing)
    const open = openDocument(invoicing, data.claim)
    const made = open
      ? seen(open)
      : ({
          claim: data.claim,
          kind: 'void',
          before: data.amount,
          sentAt: at,
          isElsewhere: true,
        } as const)
    const document: InvoiceDocument = { ...made, amount: data.amount, state: 'done' }
    const documents = [...completedDocuments(invoicing), ...(data.amount === 0 ? [] : [document])]
    return { ...known, state: 'void', documents }
  })
}

function withoutAlarm(order: Order): Order {
  return { ...order, invoiceAlarm: null }
}

// Two invoices of one sale stay told while there are two.
function withoutDocumentAlarm(order: Order): Order {
  const isTwo = order.invoicing?.state === 'issued' && ownNumber(order) !== undefined
  return { ...order, invoiceAlarm: isTwo ? 'two-invoices' : null }
}

function invoiceValues({ invoicing }: Order) {
  const { number = '', random = '', issuedAt } = invoicing ?? {}
  return {
    invoice_number: number,
    invoice_random: random,
    invoice_date: issuedAt === undefined ? '' : formatDay(new Date(issuedAt)),
  }
}

function undoneMails(how: string) {
  return (
    { data }: Happened<{ readonly amount: number }>,
    { order, numbered }: MailContext,
  ): Notification[] => {
    const undone = { undone_amount: formatPrice(data.amount), undone_how: how }
    const values = { ...invoiceValues(order), ...undone }
    return [{ event: numbered('invoice-undone'), kind: 'invoice-undone', values }]
  }
}
