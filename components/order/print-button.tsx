'use client'

import { Button } from '#components/ui/button.tsx'

/** Opens the browser's print window for this page. */
export function PrintButton({ label = '列印訂單' }: { label?: string }) {
  return <Button onClick={() => window.print()}>{label}</Button>
}
