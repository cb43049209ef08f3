'use client'

import { useState } from 'react'

import { useBrowserValue } from '#components/ui/use-browser-value.ts'

/** The chosen colour and its setter. Starts with the address's colour or the first. */
export function useColor(colors: readonly { readonly name: string }[]) {
  const named = useBrowserValue(
    () => new URLSearchParams(window.location.search).get('color'),
    null,
  )
  const [chosen, setColor] = useState<string>()
  const { name = '' } = colors.find(({ name }) => name === (chosen ?? named)) ?? colors[0] ?? {}
  return [name, setColor] as const
}
