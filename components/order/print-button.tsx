'use client'

import { Button } from '#components/ui/button.tsx'

/** Opens the browser's print window for this page. */
export function PrintButton() {
  return <Button onClick={() => window.print()}>列印訂單</Button>
}
