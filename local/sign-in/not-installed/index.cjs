// Stands for a package that is asked for and never loaded; see local/sign-in/README.md.
throw new Error(
  'Left out by the overrides of package.json: the shop uses sign-in alone of firebase and firebase-tools.',
)
