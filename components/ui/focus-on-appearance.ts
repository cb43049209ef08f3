'use client'

import { isTyping } from './typing.ts'

/**
 * A `ref` that moves the focus to an element when it appears, as where it replaces the pressed button, unless somebody
 * types on.
 */
export function focusOnAppearance(element: HTMLElement | null): void {
  if (!isTyping()) element?.focus()
}
