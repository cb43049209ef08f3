'use client'

import { type ChangeEvent, type CompositionEvent, useState } from 'react'

/**
 * Props of a search field whose `text` is searched for as it is typed: a syllable of Bopomofo that is still being
 * written is shown and not searched for, since it finds nothing.
 */
export function useComposedText(text: string, change: (text: string) => void) {
  const [composing, setComposing] = useState<string>()
  const end = (whole: string) => {
    setComposing(undefined)
    change(whole)
  }
  return {
    value: composing ?? text,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
      if (isComposing) setComposing(target.value)
      else end(target.value)
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) =>
      end(currentTarget.value),
  }
}
