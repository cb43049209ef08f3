import { TextField } from '#components/ui/field.tsx'
import { missingText } from '#lib/inventory/oversell.ts'
import type { MissingStock } from '#lib/inventory/stock.ts'

/** Too few units: the owner reads how many are left, and may sell below zero with a reason. */
export function OversellReason({ id, missing }: { id: string; missing: readonly MissingStock[] }) {
  if (missing.length === 0) return null
  return (
    <TextField
      id={id}
      name="oversellReason"
      label="超賣的原因"
      optional
      hint={`庫存不足：${missingText(missing)}。請退款；若仍要出貨，請填寫原因。`}
      maxLength={200}
    />
  )
}
