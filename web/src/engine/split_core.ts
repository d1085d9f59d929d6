// The compiled core comes in two halves (.ci/split_core.mjs): the first reads files and computes HARMONY; functions of
// the later one are placeholders until it is joined, which the first call of one of them does when nobody did before.

/** The namespaces that wasm-split writes. */
const PLACEHOLDERS = 'placeholder';
const FIRST_HALF = 'primary';

export interface SplitCore {
  instance: WebAssembly.Instance;
  /** Joins the later half, once; further calls change nothing. */
  join(later: WebAssembly.Module): void;
}

/**
 * An instance of the first half, with its own memory.
 * @param fetchLater gives the later half at once: it is asked inside of a call of the core, which cannot wait.
 */
export async function instantiateSplit(
  first: WebAssembly.Module,
  imports: WebAssembly.Imports,
  fetchLater: () => WebAssembly.Module,
): Promise<SplitCore> {
  let instance: WebAssembly.Instance | null = null;
  let table: WebAssembly.Table | null = null;
  let joined = false;
  const join = (later: WebAssembly.Module) => {
    if (joined || !instance) return;
    new WebAssembly.Instance(later, { [FIRST_HALF]: instance.exports }); // puts its functions into the table
    joined = true;
  };
  const placeholders: Record<string, (...args: unknown[]) => unknown> = {};
  for (const { module, name } of WebAssembly.Module.imports(first)) {
    if (module !== PLACEHOLDERS) continue;
    const place = Number(name); // in the table
    placeholders[name] = (...args) => {
      if (!joined) join(fetchLater());
      return table?.get(place)(...args);
    };
  }
  instance = await WebAssembly.instantiate(first, { ...imports, [PLACEHOLDERS]: placeholders });
  table = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Table) ?? null;
  return { instance, join };
}
