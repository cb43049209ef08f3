import { Fragment } from 'react'

import { noBreak } from '#lib/text/no-break.ts'

// A date, and a figure with a unit of more than one character.
const WHOLE =
  /(\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}月\d{1,2}日|\d[\d,.–]*\u00A0(?:個工作天|小時|分鐘|公分|公斤))/

/**
 * A sentence that fills its lines, as text does: a line may end within a phrase, but not within a date, a name or a figure
 * and its unit. For what is longer than a line; a short text ends its lines between phrases without it.
 */
export function Flowing({ text }: { text: string }) {
  return (
    <span className="flowing">
      {noBreak(text)
        .split(WHOLE)
        .map((part, index) =>
          // Its places alternate between the text and what is kept whole.
          index % 2 === 0 ? (
            <Fragment key={index}>{part}</Fragment>
          ) : (
            <span key={index} className="whole">
              {part}
            </span>
          ),
        )}
    </span>
  )
}
