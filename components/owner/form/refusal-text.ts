'use client'

import type { OwnerAnswer } from './owner-action.ts'
import { failureText } from './owner-failure.ts'

/** Why an action failed, or why it refused the first order of a list, or undefined if all is done. */
export function refusalText(answer: OwnerAnswer, provider?: string): string | undefined {
  if (!answer.ok) return failureText(answer, provider)
  const [first] = answer.data?.refused ?? []
  if (!first) return undefined
  return `${failureText(first, provider)}（${first.orderNumber}）`
}
