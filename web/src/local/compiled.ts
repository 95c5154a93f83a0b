//! The engine's code, for every worker that runs it.

/** The engine's compiled code; some hosts don't say what kind of file it is. */
export async function compiled(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  const isNamed = answer.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  return isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
