// Stands for a package that is asked for and never loaded; see packages/sign-in/README.md.
throw new Error(
  'Left out by the overrides of packages/sign-in/package.json: of firebase-tools its sign-in emulator alone is used.',
)
