'use client'

import { useEffect, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { isTaxId } from '#lib/company/tax-id.ts'
import { isText, matchShape, withFields } from '#lib/text/json-shape.ts'

const isAnswer = withFields({ name: isText })

async function ask(taxId: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(`/api/company?${new URLSearchParams({ taxId })}`, { signal })
  return response.ok ? matchShape(isAnswer, await response.json())?.name : undefined
}

/** Offers the registered name of a tax id. Renders nothing for an unknown id. */
export function CompanyName({
  taxId,
  company,
  onTake,
}: {
  taxId: string
  company: string
  onTake: (name: string) => void
}) {
  const [found, setFound] = useState({ taxId: '', name: '' })
  useEffect(() => {
    if (!isTaxId(taxId)) return undefined
    const controller = new AbortController()
    const look = async () => {
      const name = await ask(taxId, controller.signal).catch(() => undefined)
      if (!controller.signal.aborted) setFound({ taxId, name: name ?? '' })
    }
    void look()
    return () => controller.abort()
  }, [taxId])
  const name = found.taxId === taxId ? found.name : ''
  return (
    <output>
      {name === '' ? null : `登記的名稱是「${name}」。`}
      {name === '' || name === company ? null : (
        <Button variant="quiet" onClick={() => onTake(name)}>
          填入公司抬頭
        </Button>
      )}
    </output>
  )
}
