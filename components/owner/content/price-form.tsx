'use client'
import { startTransition, useState } from 'react'

import { DateField } from '#components/owner/form/date-field.tsx'
import { showOutcome } from '#components/owner/form/outcome.tsx'
import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { callOwnerAction } from '#components/owner/proof/with-proof.ts'
import { Button } from '#components/ui/button.tsx'
import { lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { RenewedFields } from '#components/ui/renewed-fields.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { ProductPrices, TypedPrices } from '#lib/content-editor/save-prices.ts'
import type { Result } from '#lib/result.ts'

/** The server action that saves prices, passed by the page. */
export type SavePrices = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<null, OwnerFailure>>

const FIELDS = ['price', 'salePrice', 'saleStart', 'saleEnd'] as const

const fieldOf = (path: string, field: (typeof FIELDS)[number]) => `${field} ${path}`

function typedPrices(fields: Readonly<Record<string, string>>, path: string): TypedPrices {
  const read = (field: (typeof FIELDS)[number]) => fields[fieldOf(path, field)]?.trim() ?? ''
  return {
    price: read('price'),
    salePrice: read('salePrice'),
    saleStart: read('saleStart'),
    saleEnd: read('saleEnd'),
  }
}

function Prices({ product }: { product: ProductPrices }) {
  const { path, title } = product
  const amount = { inputMode: 'numeric', autoComplete: 'off', maxLength: 12 } as const
  const of = (field: (typeof FIELDS)[number]) => {
    const name = fieldOf(path, field)
    return { id: name.replaceAll(/\W/g, '-'), name, defaultValue: product[field] }
  }
  return (
    <fieldset className={styles.prices}>
      <legend>{title}</legend>
      <TextField {...of('price')} label="價格" {...amount} />
      <TextField {...of('salePrice')} label="優惠價" {...amount} />
      <DateField {...of('saleStart')} label="開始日" />
      <DateField {...of('saleEnd')} label="結束日" />
    </fieldset>
  )
}

/** Prices and sales of all products in one form, which saves those that were changed as one commit. */
export function PriceForm({
  products,
  save,
}: {
  products: readonly ProductPrices[]
  save: SavePrices
}) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const [times, setTimes] = useState(0)
  // Said once that amounts are far from what they were; a second press of the same means them.
  const [asked, setAsked] = useState('')
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    const fields = textFields(formData)
    const changed = products.flatMap(({ path, version, ...before }) => {
      const typed = typedPrices(fields, path)
      const isSame = FIELDS.every((field) => typed[field] === before[field])
      return isSame ? [] : [{ path, version, ...typed }]
    })
    if (changed.length === 0) return setProblems({ title: '沒有改價格。' })
    const prices = JSON.stringify(changed)
    const sure = prices === asked ? 'yes' : ''
    const answer = await callOwnerAction(save, { prices, sure }).catch(lostCall)
    setAsked(!answer.ok && answer.code === 'unlikely-price' ? prices : '')
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    showOutcome('已儲存，主機部署後上線。若要復原，請看最下面的「最近的變更」。')
    startTransition(() => setTimes((before) => before + 1))
  })
  return (
    <form {...form} className={styles.wide}>
      <ErrorSummary problems={problems} />
      <RenewedFields renewal={times} page={products} className={styles.wide}>
        {products.map((product) => (
          <Prices key={product.path} product={product} />
        ))}
      </RenewedFields>
      <div>
        <Button type="submit" variant="primary" pending={busy}>
          {busy ? '儲存中…' : '儲存價格'}
        </Button>
      </div>
    </form>
  )
}
