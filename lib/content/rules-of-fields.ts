import type { z } from 'zod'

/**
 * For rules about several fields of a file: such a rule runs once its own fields are right, whatever else is wrong, so
 * that all that is wrong is shown at once.
 */
export function rulesOfFields<Shape extends Readonly<Record<string, z.ZodType>>>({
  shape,
}: z.ZodObject<Shape>) {
  return (...names: readonly (keyof Shape & string)[]) => ({
    when: ({ value }: { readonly value: unknown }) =>
      typeof value === 'object' &&
      value !== null &&
      names.every((name) => shape[name]?.safeParse(Reflect.get(value, name)).success),
  })
}
