type Attribute = { readonly name?: { readonly name?: unknown } }
type Opening = {
  readonly name: { readonly type: string; readonly name?: unknown }
  readonly attributes: readonly Attribute[]
}
type Context = {
  readonly report: (problem: { readonly message: string; readonly node: Opening }) => void
}

/** An option without a value has its text for one, which a browser that translates the page exchanges. */
export default {
  meta: { name: 'option-value' },
  rules: {
    required: {
      create: (context: Context) => ({
        JSXOpeningElement(node: Opening) {
          if (node.name.type !== 'JSXIdentifier' || node.name.name !== 'option') return
          if (node.attributes.some(({ name }) => name?.name === 'value')) return
          context.report({
            message: 'Give this option a value: a translated page has another text.',
            node,
          })
        },
      }),
    },
  },
}
