'use client'
import { SelectField, TextField } from '#components/ui/field.tsx'
import {
  INVOICE_FIELDS,
  INVOICE_KINDS,
  INVOICE_MESSAGES,
  type InvoiceDraft,
  type InvoiceField,
  type InvoiceKind,
  typedInvoice,
} from '#lib/invoice/typed-invoice.ts'
import styles from './checkout-form.module.css'
import { CompanyName } from './company-name.tsx'

const KINDS: Readonly<Record<InvoiceKind, string>> = {
  email: '寄到 Email',
  carrier: '手機條碼載具',
  company: '統一編號（公司）',
  donation: '捐贈',
}

/** Label and keyboard of each invoice field. */
export const INVOICE_FIELD_PROPS = {
  carrier: {
    label: '手機條碼',
    hint: '「/」開頭，共 8 碼',
    maxLength: 30,
    autoCapitalize: 'characters',
    spellCheck: false,
  },
  taxId: { label: '統一編號', hint: '8 位數字', maxLength: 30, inputMode: 'numeric' },
  company: { label: '公司抬頭', maxLength: 60, autoComplete: 'organization' },
  donation: { label: '捐贈碼', hint: '3 到 7 位數字', maxLength: 30, inputMode: 'numeric' },
} as const

/** A barcode has no small letters, and phones like to write them. */
export function normalizeField(name: InvoiceField, text: string): string {
  return name === 'carrier' ? text.toUpperCase() : text
}

/** Invoice fields; the default is by e-mail. */
export function InvoiceFields({
  invoice,
  problems,
  issuesInvoices,
  onChange,
}: {
  invoice: InvoiceDraft
  problems: readonly InvoiceField[]
  /** Whether the shop issues invoices by itself, and can look a company's name up. */
  issuesInvoices: boolean
  onChange: (invoice: InvoiceDraft) => void
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>電子發票</legend>
      <SelectField
        id="invoiceKind"
        label="發票開立方式"
        hint={issuesInvoices ? '付款後自動開立，號碼會寄到您的 Email。' : undefined}
        value={invoice.kind}
        onChange={({ target }) => {
          const kind = INVOICE_KINDS.find((name) => name === target.value)
          if (kind) onChange({ ...invoice, kind })
        }}
      >
        {INVOICE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KINDS[kind]}
          </option>
        ))}
      </SelectField>
      {INVOICE_FIELDS[invoice.kind].map((name) => (
        <TextField
          key={name}
          id={name}
          autoComplete="off"
          {...INVOICE_FIELD_PROPS[name]}
          aria-required
          value={invoice[name]}
          error={problems.includes(name) ? INVOICE_MESSAGES[name] : undefined}
          onChange={({ target }) =>
            onChange({ ...invoice, [name]: normalizeField(name, target.value) })
          }
        />
      ))}
      {issuesInvoices && invoice.kind === 'company' ? (
        <CompanyName
          taxId={typedInvoice(invoice).taxId}
          company={invoice.company}
          onTake={(company) => onChange({ ...invoice, company })}
        />
      ) : null}
    </fieldset>
  )
}
