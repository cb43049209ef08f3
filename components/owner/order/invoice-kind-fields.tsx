'use client'
import { useState } from 'react'

import { SelectField, TextField } from '#components/ui/field.tsx'
import {
  EMPTY_INVOICE,
  type Invoice,
  INVOICE_FIELDS,
  INVOICE_KINDS,
  type InvoiceKind,
} from '#lib/invoice/typed-invoice.ts'

const KINDS: Readonly<Record<InvoiceKind, string>> = {
  email: '寄到 Email',
  carrier: '手機條碼載具',
  company: '統一編號（公司）',
  donation: '捐贈',
}

const FIELDS = {
  carrier: { label: '手機條碼', hint: '「/」開頭，共 8 碼', maxLength: 30 },
  taxId: { label: '統一編號', hint: '8 位數字', maxLength: 30, inputMode: 'numeric' },
  company: { label: '公司抬頭', maxLength: 60 },
  donation: { label: '捐贈碼', hint: '3 到 7 位數字', maxLength: 30, inputMode: 'numeric' },
} as const

/** For whom an invoice is issued, and the fields that its kind asks for. */
export function InvoiceKindFields({ invoice }: { invoice: Invoice }) {
  const [kind, setKind] = useState<InvoiceKind>(invoice.kind === 'paper' ? 'email' : invoice.kind)
  const known = { ...EMPTY_INVOICE, ...invoice }
  return (
    <>
      <SelectField
        id="invoice-kind"
        name="invoiceKind"
        label="發票開立方式"
        value={kind}
        onChange={({ target }) => {
          setKind((before) => INVOICE_KINDS.find((name) => name === target.value) ?? before)
        }}
      >
        {INVOICE_KINDS.map((name) => (
          <option key={name} value={name}>
            {KINDS[name]}
          </option>
        ))}
      </SelectField>
      {INVOICE_FIELDS[kind].map((name) => (
        <TextField
          key={name}
          id={`invoice-${name}`}
          name={name}
          autoComplete="off"
          spellCheck={false}
          {...FIELDS[name]}
          aria-required
          defaultValue={known[name]}
        />
      ))}
    </>
  )
}
