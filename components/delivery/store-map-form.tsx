'use client'
import { useEffect, useRef } from 'react'

import { Button } from '#components/ui/button.tsx'
import type { CarrierForm } from '#lib/parcel/carrier.ts'

/**
 * Submits to the carrier's map at once. The button serves a returned browser, or one without
 * scripts.
 */
export function StoreMapForm({ form, chain }: { form: CarrierForm; chain: string }) {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => ref.current?.submit(), [])
  return (
    <form ref={ref} method="post" action={form.action}>
      {Object.entries(form.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="primary">
        {`打開 ${chain} 門市地圖`}
      </Button>
    </form>
  )
}
