import * as fc from 'fast-check'

/** Texts that something downstream might trip over. */
export const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    '',
    '../../etc/passwd',
    "'; DROP TABLE orders; --",
    '<script>alert(1)</script>',
    '\u0000',
    '\uD800',
    '__proto__',
    '$F1',
    '衣'.repeat(2000),
  ),
)
/** Values that no page of the shop sends, some of them nearly right. */
export const hostile = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        id: text,
        method: text,
        reference: text,
        refusals: fc.double(),
        key: text,
        lines: fc.jsonValue(),
        recipient: fc.dictionary(text, text),
        displayedTotal: fc.double(),
      },
      { requiredKeys: [] },
    ),
  },
)
