// Before the tests of this folder: what they run is what the package holds.
export default async function build(): Promise<void> {
  // @ts-expect-error: a plain script without types
  const { buildLibrary } = await import('../../.ci/build_library.mjs');
  await buildLibrary();
}
