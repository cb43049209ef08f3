import { Link } from '#components/ui/link.tsx'
import type { LowStock } from '#lib/inventory/low-stock.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

export function LowStockLine({ low }: { low: readonly LowStock[] }) {
  if (low.length === 0) return null
  const names = low.map(({ title, size, left }) => {
    return `${[title, size].filter(Boolean).join(' ')} ${left === 0 ? '賣完' : `剩 ${left} 件`}`
  })
  return (
    <p>
      快賣完：<Link href={OWNER_PATHS.stock}>{names.join('、')}</Link>
    </p>
  )
}
